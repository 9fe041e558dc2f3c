import { type JsonObject, parse } from '../json.ts';
import { ndjson } from './ndjson.ts';
import type { Answer, ApiEvent, ConnectRequest, Outcome } from './types.ts';

/** The binary refused; `code` is one of API.md's, `message` is for people. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** What people read when the binary doesn't answer. */
export const UNREACHABLE = 'The inspector can’t be reached: is it still running?';

/** Talks to the binary that serves the page. */
export class Api {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  request(key: string, method: string, params: JsonObject): Promise<Outcome> {
    return this.#post('request', { key, method, params });
  }

  cancel(key: string): Promise<unknown> {
    return this.#post('cancel', { key });
  }

  answer(id: string, answer: Answer): Promise<unknown> {
    return this.#post('answer', { id, ...answer });
  }

  connect(wanted: ConnectRequest): Promise<unknown> {
    return this.#post('connect', { ...wanted });
  }

  subscribe(uris: string[]): Promise<{ uris: string[]; failure?: string | null }> {
    return this.#post('subscribe', { uris });
  }

  /** Everything that happens, from the kept history on, until the stream ends. */
  async *events(signal: AbortSignal): AsyncGenerator<ApiEvent[]> {
    const response = await fetch('/api/events', { headers: this.#headers(), signal });
    if (!response.ok || !response.body) throw await refusal(response);
    yield* ndjson<ApiEvent>(response.body);
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const headers = { ...this.#headers(), 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`/api/${path}`, init).catch(() => {
      throw new ApiError(0, 'unreachable', UNREACHABLE);
    });
    if (!response.ok) throw await refusal(response);
    return parse(await response.text()) as T;
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.#token}` };
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => null);
  const { code = 'unknown', message = `The inspector answered ${response.status}.` } = body?.error ?? {};
  return new ApiError(response.status, code, message);
}
