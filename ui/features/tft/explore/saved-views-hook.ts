/** The saved views of this browser, the same in all its tabs. Where storage is forbidden, views last as long as the page. */
import { useSyncExternalStore } from 'react';

import { readViews, type SavedView } from './saved-views.ts';

const KEY = 'gamekeeper-tft-views';

const listeners = new Set<() => void>();
let held: { readonly stored: string | null; readonly views: readonly SavedView[] } | undefined;

export function useSavedViews(): readonly [readonly SavedView[], (views: readonly SavedView[]) => void] {
  return [useSyncExternalStore(listen, currentViews), keepViews];
}

/** The same list until the text changes: React compares by identity. */
function currentViews(): readonly SavedView[] {
  const stored = readStorage();
  if (held === undefined || (stored !== undefined && stored !== held.stored))
    held = { stored: stored ?? null, views: readViews(stored ?? null) };
  return held.views;
}

function keepViews(views: readonly SavedView[]): void {
  const stored = JSON.stringify(views);
  held = { stored, views };
  try {
    window.localStorage.setItem(KEY, stored);
  } catch {
    // Forbidden or full: the list above still serves this page.
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function readStorage(): string | null | undefined {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return undefined;
  }
}
