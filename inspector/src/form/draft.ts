/** Arguments that are being written, as a form or as JSON. */

import { isObject, type JsonObject, parse, pretty } from '../json.ts';
import { cleaned, initial, seeded } from './values.ts';

/**
 * `value` is what is meant; `data` is what the form shows, blanks included; `text` is what the JSON editor shows.
 * `kept` is what was last typed as JSON: its explicit nulls and empty lists outlive edits in the form.
 */
export interface Draft {
  mode: 'form' | 'json';
  value: JsonObject;
  data: JsonObject;
  text: string;
  kept: JsonObject;
}

/** The draft that a prepared schema starts with. */
export function newDraft(schema: JsonObject): Draft {
  const value = initial(schema);
  return { mode: 'form', value, data: value, text: pretty(value), kept: {} };
}

/** A draft of given arguments, such as those of an earlier call. */
export function draftOf(value: JsonObject): Draft {
  return { mode: 'form', value, data: rounded(value), text: pretty(value), kept: value };
}

/** The form has changed. */
export function edited(schema: JsonObject, draft: Draft, after: JsonObject): Draft {
  const data = seeded(schema, schema, draft.data, after) as JsonObject;
  const value = cleaned(schema, data, draft.kept);
  return { ...draft, data, value, text: pretty(withoutBlanks(value)) };
}

function withoutBlanks(value: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(value, (_name, part) => (Array.isArray(part) ? part.filter(isThere) : part)),
  );
}

function isThere(part: unknown): boolean {
  return part !== undefined;
}

/** The JSON has changed. */
export function typed(draft: Draft, text: string): Draft {
  const { value } = parsed(text);
  if (!value) return { ...draft, text };
  return { ...draft, text, value, data: rounded(value), kept: value };
}

/** The form library knows only JavaScript's numbers; `cleaned` has the exact ones from what was kept. */
function rounded(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

/** The object that a text is; else what is wrong with it. */
export function parsed(text: string): { value?: JsonObject; problem?: string } {
  try {
    const value = parse(text);
    return isObject(value) ? { value } : { problem: 'Arguments are a JSON object: { … }' };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
