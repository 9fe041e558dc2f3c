import { createContext, useContext } from 'react';
import { type Draft, draftOf, newDraft } from '../form/draft.ts';
import { prepare } from '../form/prepare.ts';
import { initial } from '../form/values.ts';
import { type JsonObject, same } from '../json.ts';
import { Calls } from './call.ts';
import { Store } from './store.ts';

/** A tool or prompt that is being tried out: what is written, and the schema it is written for. */
interface Bench {
  schema: JsonObject;
  prepared: JsonObject;
  draft: Store<Draft>;
}

/** What was written and called, by the name of the tool, prompt or resource; it stays while others are looked at. */
export class Workbench {
  readonly calls = new Calls();
  readonly #benches = new Map<string, Bench>();
  readonly #handed = new Map<string, JsonObject>();
  readonly #texts = new Map<string, Store<Record<string, string>>>();

  /** The bench of a name. When its schema has changed, what was written stays; what wasn't touched starts anew. */
  of(name: string, schema: JsonObject): { prepared: JsonObject; draft: Store<Draft> } {
    const known = this.#benches.get(name);
    const bench = known && same(known.schema, schema) ? known : this.#renewed(name, schema, known);
    const handed = this.#handed.get(name);
    if (handed) bench.draft.set(draftOf(handed));
    this.#handed.delete(name);
    return bench;
  }

  /** The texts that are written for a prompt or a template. */
  texts(name: string): Store<Record<string, string>> {
    const store = this.#texts.get(name) ?? new Store<Record<string, string>>({});
    this.#texts.set(name, store);
    return store;
  }

  /** Arguments for the next time that the name is looked at. */
  hand(name: string, args: JsonObject): void {
    this.#handed.set(name, args);
  }

  #renewed(name: string, schema: JsonObject, before: Bench | undefined): Bench {
    const prepared = prepare(schema);
    const old = before?.draft.get().value;
    const written = before && old && same(old, initial(before.prepared)) ? undefined : old;
    const args = this.#handed.get(name) ?? written;
    const bench = { schema, prepared, draft: new Store<Draft>(args ? draftOf(args) : newDraft(prepared)) };
    this.#handed.delete(name);
    this.#benches.set(name, bench);
    return bench;
  }
}

export const WorkbenchContext = createContext(new Workbench());

export function useWorkbench(): Workbench {
  return useContext(WorkbenchContext);
}
