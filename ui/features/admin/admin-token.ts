/**
 * The admin token of this tab. In `sessionStorage` and not in `localStorage`: it ends with the tab, and no other tab gets it. Where storage
 * is forbidden it lasts as long as the page.
 */
const KEY = 'gamekeeper-admin-token';

/** As the server reads it: one word. */
const TOKEN = /^\S{1,200}$/;

export interface AdminTokenHolder {
  readonly current: () => string | null;
  /** Null gives it up. */
  readonly keep: (token: string | null) => void;
  readonly onChange: (listener: () => void) => () => void;
}

/** What somebody typed or pasted, or undefined where it cannot be a token. */
export function readTokenText(text: string): string | undefined {
  const token = text.trim();
  return TOKEN.test(token) ? token : undefined;
}

/** `open` throws where storage is forbidden. */
export function createAdminTokenHolder(open: () => Storage): AdminTokenHolder {
  const listeners = new Set<() => void>();
  let held: string | null | undefined;
  return {
    current: () => {
      if (held === undefined) held = readTokenText(attempt(() => open().getItem(KEY)) ?? '') ?? null;
      return held;
    },
    keep: (token) => {
      held = token;
      attempt(() => {
        if (token === null) open().removeItem(KEY);
        else open().setItem(KEY, token);
      });
      for (const listener of listeners) listener();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined; // Forbidden or full: what is held above still serves this page.
  }
}
