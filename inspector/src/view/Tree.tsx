import { useState } from 'react';
import { type Json, written } from '../json.ts';

/** Members that are shown before somebody asks for more. */
const SHOWN = 100;
/** Values of at most this many parts are open at first, and the outermost one of up to so many members. */
const SMALL = 80;

/** A JSON value whose objects and lists fold. */
export function Tree({ value, label }: { value: Json; label: string }) {
  return (
    <ul className="tree" aria-label={label}>
      <Node name="" value={value} level={0} />
    </ul>
  );
}

interface NodeProps {
  name: string;
  value: Json;
  level: number;
}

function Node({ name, value, level }: NodeProps) {
  if (typeof value !== 'object' || value === null || written(value) !== undefined) {
    return (
      <li className="leaf">
        <Name name={name} />
        <Leaf value={value} />
      </li>
    );
  }
  return <Branch name={name} value={value} level={level} />;
}

function Branch({ name, value, level }: NodeProps) {
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((each, at) => [String(at), each] as const)
    : Object.entries(value as object);
  const [open, setOpen] = useState(() => (level === 0 && members.length <= SMALL) || isSmall(value));
  const [shown, setShown] = useState(SHOWN);
  const rest = members.length - shown;
  if (members.length === 0) {
    return (
      <li className="leaf">
        <Name name={name} />
        <span className="punctuation">{isList ? '[]' : '{}'}</span>
      </li>
    );
  }
  return (
    <li>
      <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Name name={name} />
        <span className="punctuation">{summary(isList, members.length)}</span>
      </button>
      {open && (
        <ul>
          {members.slice(0, shown).map(([key, member]) => (
            <Node key={key} name={key} value={member as Json} level={level + 1} />
          ))}
          {rest > 0 && (
            <li>
              <button type="button" className="quiet" onClick={() => setShown(shown + SHOWN * 10)}>
                {rest} more
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function summary(isList: boolean, count: number): string {
  const noun = isList ? 'item' : 'member';
  const text = `${count} ${noun}${count === 1 ? '' : 's'}`;
  return isList ? `[ ${text} ]` : `{ ${text} }`;
}

function Name({ name }: { name: string }) {
  return name === '' ? null : <span className="tree-name">{name}: </span>;
}

function Leaf({ value }: { value: Json }) {
  if (typeof value === 'string') return <Text text={value} />;
  return <span className="tree-other">{written(value) ?? String(value)}</span>;
}

/** Characters of a text that are shown before somebody asks for all of them. */
const SHORT = 400;

function Text({ text }: { text: string }) {
  const [all, setAll] = useState(text.length <= SHORT);
  if (all) return <span className="tree-string">{JSON.stringify(text)}</span>;
  return (
    <>
      <span className="tree-string">{JSON.stringify(text.slice(0, SHORT)).slice(0, -1)}…</span>
      <button type="button" className="quiet" onClick={() => setAll(true)}>
        all {text.length} characters
      </button>
    </>
  );
}

function isSmall(value: Json): boolean {
  let left = SMALL;
  const fits = (part: Json): boolean => {
    left -= 1;
    if (left < 0) return false;
    return typeof part !== 'object' || part === null || Object.values(part).every(fits);
  };
  return fits(value);
}
