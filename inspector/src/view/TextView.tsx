import { useState } from 'react';
import { isObject, type Json, parse } from '../json.ts';
import { Choice } from './Choice.tsx';
import { Copy } from './Copy.tsx';
import { looksLikeMarkdown, Markdown } from './Markdown.tsx';
import { Tree } from './Tree.tsx';

type View = 'text' | 'markdown' | 'json';

/** Characters that are shown before somebody asks for all of them. */
const SHOWN = 100_000;

/** A text as it is, as Markdown, or as the JSON that it is. */
export function TextView({ text, mime = '' }: { text: string; mime?: string }) {
  const json = jsonOf(text);
  const views: (readonly [View, string])[] = [
    ['text', 'Text'],
    ['markdown', 'Markdown'],
  ];
  if (json !== undefined) views.push(['json', 'JSON']);
  const [view, setView] = useState<View>(() => firstView(text, mime, json));
  return (
    <div className="text-view">
      <div className="toolbar">
        <Choice label="Show as" choices={views} value={view} onChange={setView} />
        <Copy label="Copy" text={() => text} />
      </div>
      {view === 'markdown' && <Markdown>{text}</Markdown>}
      {view === 'json' && json !== undefined && <Tree value={json} label="The text as JSON" />}
      {view === 'text' && <Plain text={text} />}
    </div>
  );
}

function Plain({ text }: { text: string }) {
  const [all, setAll] = useState(text.length <= SHOWN);
  return (
    <>
      <pre className="plain">{all ? text : text.slice(0, SHOWN)}</pre>
      {!all && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Show all {text.length} characters
        </button>
      )}
    </>
  );
}

function firstView(text: string, mime: string, json: Json | undefined): View {
  if (mime.includes('markdown')) return 'markdown';
  if (json !== undefined) return 'json';
  return mime === '' && looksLikeMarkdown(text) ? 'markdown' : 'text';
}

function jsonOf(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = parse(text) as Json;
    return isObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
