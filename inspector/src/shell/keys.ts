import { useEffect } from 'react';
import { go, TABS } from '../live/route.ts';

/**
 * Keys of the whole page: `/` searches, Alt+1 to 4 change the tab, Ctrl+Enter sends the form, Escape leads back to
 * the list. A dialog has its own.
 */
export function useKeys(): void {
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function press(event: KeyboardEvent): void {
  const dialog = document.querySelector('dialog[open]');
  if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
    const within = event.target instanceof Element ? event.target.closest<HTMLFormElement>('form') : null;
    const form = within ?? (dialog ?? document).querySelector<HTMLFormElement>('form[data-call]');
    event.preventDefault();
    form?.requestSubmit();
    return;
  }
  if (dialog) return;
  const tab = event.altKey ? TABS[Number(event.code.replace('Digit', '')) - 1] : undefined;
  if (tab) {
    event.preventDefault();
    go(tab);
  } else if (event.key === '/' && !isTyping(event.target)) {
    event.preventDefault();
    document.querySelector<HTMLElement>('[data-search]')?.focus();
  } else if (event.key === 'Escape') {
    back();
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

function back(): void {
  const current = document.querySelector<HTMLElement>('.entries a[aria-current]');
  if (current?.checkVisibility()) current.focus();
  else document.querySelector<HTMLElement>('[data-back]')?.click();
}
