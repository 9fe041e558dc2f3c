import { type Api, ApiError, UNREACHABLE } from '../api/client.ts';
import type {
  Answer,
  ApiEvent,
  LogEvent,
  NotificationEvent,
  Outcome,
  Question,
  State,
} from '../api/types.ts';
import type { JsonObject } from '../json.ts';
import { Store } from './store.ts';

/** Whether the page hears from the binary; `why` is for people. */
export interface Link {
  status: 'opening' | 'live' | 'lost' | 'refused';
  why: string;
}

/** How many messages the page keeps. */
const KEPT = 5_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;

type Listener = (notification: NotificationEvent) => void;

/** What the page knows of the server, kept up to date by the binary's events. */
export class Live {
  readonly state = new Store<State | null>(null);
  readonly link = new Store<Link>({ status: 'opening', why: '' });
  readonly log = new Store<LogEvent[]>([]);
  readonly questions = new Store<Question[]>([]);
  readonly #api: Api;
  readonly #listeners = new Set<Listener>();
  readonly #page = crypto.randomUUID().slice(0, 8);
  #count = 0;
  #newest = -1;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Listens until the signal; after a loss it comes back by itself. */
  async run(signal: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      try {
        for await (const events of this.#api.events(signal)) {
          this.#take(events);
          pause = FIRST_PAUSE;
        }
        this.link.set({ status: 'lost', why: 'The inspector ended the connection.' });
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.status < 500) {
          this.link.set({ status: 'refused', why: error.message });
          return;
        }
        this.link.set({ status: 'lost', why: UNREACHABLE });
      }
      await new Promise((done) => setTimeout(done, pause));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  /** A name for a request that no other of this page has. */
  nextKey(): string {
    this.#count += 1;
    return `${this.#page}-${this.#count}`;
  }

  request(method: string, params: JsonObject, key = this.nextKey()): Promise<Outcome> {
    return this.#api.request(key, method, params);
  }

  cancel(key: string): Promise<unknown> {
    return this.#api.cancel(key);
  }

  connect: Api['connect'] = (wanted) => this.#api.connect(wanted);

  subscribe: Api['subscribe'] = (uris) => this.#api.subscribe(uris);

  async answer(id: string, answer: Answer): Promise<void> {
    await this.#api.answer(id, answer);
    this.#close(id);
  }

  /** Calls the listener with every notification of the server, until the returned function is called. */
  onNotification(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clearLog(): void {
    this.log.set([]);
  }

  #take(events: ApiEvent[]): void {
    const fresh: LogEvent[] = [];
    for (const event of events) {
      if (event.type === 'message' || event.type === 'stderr') {
        if (event.n > this.#newest) fresh.push(event);
        this.#newest = Math.max(this.#newest, event.n);
      } else if (event.type === 'state') {
        if (this.#isNewSession(event)) fresh.length = 0;
        this.state.set(event);
      } else if (event.type === 'question') {
        this.#close(event.id);
        this.questions.update((open) => [...open, event]);
      } else if (event.type === 'answered') {
        this.#close(event.id);
      } else if (event.type === 'live') {
        this.link.set({ status: 'live', why: '' });
      } else {
        for (const listener of [...this.#listeners]) listener(event);
      }
    }
    if (fresh.length > 0) this.log.update((log) => [...log, ...fresh].slice(-KEPT));
  }

  /** The numbers of messages begin again when the binary does. */
  #isNewSession({ session }: State): boolean {
    const known = this.state.get()?.session;
    if (known === undefined || known === session) return false;
    this.#newest = -1;
    this.log.set([]);
    this.questions.set([]);
    return true;
  }

  #close(id: string): void {
    this.questions.update((open) => open.filter((question) => question.id !== id));
  }
}
