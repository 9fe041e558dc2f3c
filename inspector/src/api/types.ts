/** What the binary and the page say to each other: `crates/ferramenta-inspector/API.md` as types. */

import type { Json, JsonObject } from '../json.ts';

export type Era = 'modern' | 'legacy';
export type AskedEra = 'auto' | Era;

export interface Target {
  kind: 'project' | 'command' | 'url' | 'server';
  name: string;
  command: string[] | null;
  url: string | null;
}

export interface Build {
  status: 'none' | 'building' | 'ok' | 'failed';
  output: string;
  seconds: number | null;
}

export interface Connection {
  status: 'connecting' | 'connected' | 'failed' | 'closed';
  reason: string | null;
  asked: AskedEra;
  era: Era | null;
  protocolVersion: string | null;
  serverInfo: JsonObject | null;
  instructions: string | null;
  capabilities: JsonObject | null;
  headers: string[];
  bearer: boolean;
  number: number;
}

export interface State {
  session: string;
  target: Target;
  build: Build;
  connection: Connection;
}

export interface MessageEvent {
  type: 'message';
  n: number;
  time: number;
  direction: 'out' | 'in';
  bytes: number;
  key: string | null;
  message: Json;
  text: string | null;
  http: { status?: number | null; headers?: Record<string, string> } | null;
}

export interface StderrEvent {
  type: 'stderr';
  n: number;
  time: number;
  text: string;
}

export interface Question {
  type: 'question';
  id: string;
  time: number;
  key: string | null;
  source: 'input_required' | 'request';
  name: string | null;
  method: string;
  params: JsonObject;
}

export interface AnsweredEvent {
  type: 'answered';
  id: string;
  reason: 'answered' | 'cancelled';
}

export interface NotificationEvent {
  type: 'notification';
  time: number;
  key: string | null;
  method: string;
  params: JsonObject | null;
}

export type LogEvent = MessageEvent | StderrEvent;

export type ApiEvent =
  | ({ type: 'state' } & State)
  | LogEvent
  | Question
  | AnsweredEvent
  | NotificationEvent
  | { type: 'live' };

export interface McpError {
  code: number;
  message: string;
  data?: Json;
}

/** How a request ended. */
export interface Outcome {
  result?: JsonObject;
  error?: McpError;
  failure?: { code: string; message: string };
  milliseconds: number;
  bytes: number;
  rounds: number;
}

export type Answer = { result: JsonObject } | { error: McpError };

export interface ConnectRequest {
  era?: AskedEra;
  headers?: Record<string, string>;
  bearer?: string | null;
}
