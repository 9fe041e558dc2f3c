const STORED = 'token';

/**
 * The token of the binary: from the address that was printed (`#token=…`), kept for reloads of this tab, and taken
 * out of the address so that it isn't copied along.
 */
export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return sessionStorage.getItem(STORED) ?? '';
  sessionStorage.setItem(STORED, given);
  history.replaceState(null, '', `${location.pathname}#/tools`);
  return given;
}
