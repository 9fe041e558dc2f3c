import { useEffect, useRef, useState } from 'react';
import { isObject, type JsonObject } from '../json.ts';
import { useConnection, useLive } from './context.ts';

const PAUSE = 150;

/**
 * What an argument can be, as the server completes it while it is typed; nothing where the server doesn't complete.
 * `reference` names the prompt or the template, `context` are the other arguments.
 */
export function useCompletion(
  reference: JsonObject,
  name: string,
  value: string,
  context: Record<string, string>,
): string[] {
  const live = useLive();
  const offered = isObject(useConnection()?.capabilities?.completions);
  const [values, setValues] = useState<string[]>([]);
  const newest = useRef(0);
  const params = JSON.stringify({
    ref: reference,
    argument: { name, value },
    ...(Object.keys(context).length > 0 ? { context: { arguments: context } } : {}),
  });

  useEffect(() => {
    if (!offered) return;
    newest.current += 1;
    const mine = newest.current;
    const timer = setTimeout(async () => {
      // a field without completions is as good as one whose completions failed; the log has why
      const outcome = await live.request('completion/complete', JSON.parse(params)).catch(() => undefined);
      const completion = outcome?.result?.completion;
      const found = isObject(completion) && Array.isArray(completion.values) ? completion.values : [];
      if (mine === newest.current) setValues(found.map(String));
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [live, offered, params]);

  return values;
}
