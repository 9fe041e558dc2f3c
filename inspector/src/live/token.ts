const STORED = 'token';

/** Starts over with the token of an address that is opened in this very tab. */
export function followToken(): void {
  addEventListener('hashchange', () => {
    if (given() !== null) location.reload();
  });
}

function given(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

/**
 * The token of the binary: from the address that was printed (`#token=…`), kept for reloads of this tab, and taken
 * out of the address so that it isn't copied along.
 */
export function takeToken(): string {
  const token = given();
  if (token === null) return sessionStorage.getItem(STORED) ?? '';
  sessionStorage.setItem(STORED, token);
  history.replaceState(null, '', `${location.pathname}#/tools`);
  return token;
}
