/** Marks a field whose text is no JSON, and so no value either. */
export const BROKEN = 'data-broken';

/** Leads to the first field whose text is no JSON; false where there is none. */
export function focusBroken(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>(`[${BROKEN}]`);
  field?.focus();
  return field !== undefined && field !== null;
}
