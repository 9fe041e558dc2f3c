import { useMemo, useState } from 'react';
import { type Problem, problems } from '../form/check.ts';
import type { Draft } from '../form/draft.ts';
import { parsed } from '../form/draft.ts';
import { type JsonObject, parse } from '../json.ts';
import { useStore } from './store.ts';
import { useWorkbench } from './workbench.ts';

export interface BenchView {
  prepared: JsonObject;
  draft: Draft;
  found: Problem[];
  change: (draft: Draft) => void;
  /** The arguments when they fit; else they are shown with what is wrong, and undefined comes back. */
  take: () => JsonObject | undefined;
  /** The arguments as they are, whether they fit or not; undefined where they aren't even JSON. */
  force: () => JsonObject | undefined;
}

/** What is written for a schema under a name, and what is wrong with it once somebody has tried to send it. */
export function useBench(name: string, schema: JsonObject): BenchView {
  const { prepared, draft: store } = useWorkbench().of(name, schema);
  const draft = useStore(store);
  const [tried, setTried] = useState(false);
  const found = useMemo(() => (tried ? problems(schema, draft.value) : []), [tried, schema, draft.value]);
  const force = () => {
    if (draft.mode === 'json' && parsed(draft.text).value === undefined) return undefined;
    return parse(JSON.stringify(draft.value)) as JsonObject;
  };
  const take = () => {
    setTried(true);
    return problems(schema, draft.value).length === 0 ? force() : undefined;
  };
  return { prepared, draft, found, change: (after) => store.set(after), take, force };
}
