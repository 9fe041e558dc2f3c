/** Sessions as files. */

import type { LogEvent, State } from '../api/types.ts';
import { isObject, parse, pretty } from '../json.ts';

const FORMAT = 'ferramenta-session';
const VERSION = 1;

export interface SessionFile {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** When it was saved, ISO 8601. */
  saved: string;
  target: string;
  protocolVersion: string | null;
  events: LogEvent[];
}

export function sessionFile(state: State | null, events: LogEvent[], saved: Date): SessionFile {
  return {
    format: FORMAT,
    version: VERSION,
    saved: saved.toISOString(),
    target: state?.target.name ?? '',
    protocolVersion: state?.connection.protocolVersion ?? null,
    events,
  };
}

/** Reads a session's file; throws with a sentence that says why it isn't one. */
export function readSession(content: string): SessionFile {
  let value: unknown;
  try {
    value = parse(content);
  } catch {
    throw new Error('The file is not JSON.');
  }
  if (!isObject(value) || value.format !== FORMAT)
    throw new Error('The file is not a session that the inspector saved.');
  if (value.version !== VERSION)
    throw new Error(`The file has version ${value.version}; this inspector reads version ${VERSION}.`);
  if (!Array.isArray(value.events)) throw new Error('The file has no list of events.');
  const wrong = value.events.findIndex((event) => !isLogEvent(event));
  if (wrong >= 0)
    throw new Error(`Event ${wrong + 1} of the file is neither a message nor a line of stderr.`);
  return value as unknown as SessionFile;
}

function isLogEvent(value: unknown): boolean {
  if (!isObject(value) || typeof value.n !== 'number' || typeof value.time !== 'number') return false;
  if (value.type === 'stderr') return typeof value.text === 'string';
  const isDirected = value.direction === 'in' || value.direction === 'out';
  return value.type === 'message' && isDirected && typeof value.bytes === 'number' && 'message' in value;
}

/** Hands a file to the browser's downloads. */
export function download(file: SessionFile): void {
  const url = URL.createObjectURL(new Blob([pretty(file)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${file.target || 'session'}-${file.saved.slice(0, 19).replaceAll(':', '')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
