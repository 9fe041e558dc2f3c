import type { Outcome } from '../api/types.ts';

/** What went wrong, for people; undefined when there is a result. */
export function troubleOf({ error, failure }: Outcome): string | undefined {
  if (error) return `${error.message} (${error.code})`;
  return failure?.message;
}
