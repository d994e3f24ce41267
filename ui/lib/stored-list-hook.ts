/**
 * A list that this browser keeps, the same in all its tabs. Where storage is forbidden or full, the list lasts as long as the page.
 */
import { useSyncExternalStore } from 'react';

import { readStoredList } from './stored-list.ts';

interface StoredList<Entry> {
  readonly current: () => readonly Entry[];
  readonly keep: (list: readonly Entry[]) => void;
  readonly listen: (listener: () => void) => () => void;
}

/** One for each key, made once; nothing is read before somebody looks. */
export function createStoredList<Entry>(
  key: string,
  isEntry: (entry: unknown) => entry is Entry,
): StoredList<Entry> {
  const listeners = new Set<() => void>();
  let held: { readonly stored: string | null; readonly list: readonly Entry[] } | undefined;
  return {
    // The same list until the text changes: React compares by identity.
    current() {
      const stored = readStorage(key);
      if (held === undefined || (stored !== undefined && stored !== held.stored))
        held = { stored: stored ?? null, list: readStoredList(stored ?? null, isEntry) };
      return held.list;
    },
    keep(list) {
      const stored = JSON.stringify(list);
      held = { stored, list };
      try {
        window.localStorage.setItem(key, stored);
      } catch {
        // Forbidden or full: the list above still serves this page.
      }
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}

export function useStoredList<Entry>(
  list: StoredList<Entry>,
): readonly [readonly Entry[], (list: readonly Entry[]) => void] {
  return [useSyncExternalStore(list.listen, list.current), list.keep];
}

function readStorage(key: string): string | null | undefined {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return undefined;
  }
}
