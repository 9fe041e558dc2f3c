/** `ferramenta dev`, run as people run it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { State } from '../../src/api/types.ts';

export const ROOT = join(import.meta.dirname, '../../..');
const BINARY = process.env.FERRAMENTA ?? join(ROOT, 'target/debug/ferramenta');

/** What a build from nothing may take, in milliseconds. */
export const BUILD = 300_000;

export interface Dev {
  address: string;
  /** Resolves when the state is as wanted. */
  until: (holds: (state: State) => boolean) => Promise<State>;
  /** Ends it as Ctrl-C does. */
  end: () => Promise<void>;
}

/** Starts it, and waits for its address. */
export async function dev(args: string[], env: Record<string, string | undefined> = {}): Promise<Dev> {
  const child = spawn(BINARY, ['dev', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  const address = await firstLine(child, ended);
  const until = async (holds: (state: State) => boolean) => {
    for await (const state of states(address)) if (holds(state)) return state;
    throw new Error('ferramenta dev has ended');
  };
  const end = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { address, until, end };
}

async function firstLine(child: ChildProcess, ended: Promise<unknown[]>): Promise<string> {
  if (!child.stdout) throw new Error('ferramenta dev has no output');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`ferramenta dev ended with ${code}`))),
  ]);
  return String(line).trim();
}

/** The state as it is, and as it becomes. */
async function* states(address: string): AsyncGenerator<State> {
  const { origin, hash } = new URL(address);
  const stop = new AbortController();
  try {
    const headers = { Authorization: `Bearer ${hash.slice('#token='.length)}` };
    const { body } = await fetch(`${origin}/api/events`, { headers, signal: stop.signal });
    let rest = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((each) => each !== '')) {
        const event = JSON.parse(line);
        if (event.type === 'state') yield event;
      }
    }
  } finally {
    stop.abort();
  }
}

export function connected(state: State): boolean {
  return state.connection.status === 'connected';
}
