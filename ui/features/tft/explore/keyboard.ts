/** Which key means what. Keys that somebody types, and those pressed together with others, belong to the browser and to fields. */
export type Shortcut =
  | 'search'
  | 'help'
  | 'clear'
  | 'edit'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'filter'
  | 'exclude'
  | 'games';

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly defaultPrevented: boolean;
}

const PAGE_KEYS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  '?': 'help',
  e: 'edit',
  Escape: 'clear',
};
const ROW_KEYS: Readonly<Record<string, Shortcut>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  f: 'filter',
  x: 'exclude',
  g: 'games',
};

/** For the list that `?` shows. */
export const SHORTCUT_LIST: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['/'], does: 'Search units, items and traits' },
  { keys: ['e'], does: 'Edit the filter' },
  { keys: ['↑', '↓'], does: 'Move between rows' },
  { keys: ['Enter'], does: 'Open the page of the row' },
  { keys: ['f'], does: 'Filter by the row' },
  { keys: ['x'], does: 'Exclude the row' },
  { keys: ['g'], does: 'List the games behind the row' },
  { keys: ['Esc'], does: 'Close what is open, else clear the filter' },
  { keys: ['?'], does: 'Show this list' },
];

export function pageShortcut(pressed: PressedKey, isTyping: boolean): Shortcut | undefined {
  return isOurs(pressed) && !isTyping ? meaningOf(PAGE_KEYS, pressed.key) : undefined;
}

export function rowShortcut(pressed: PressedKey): Shortcut | undefined {
  return isOurs(pressed) ? meaningOf(ROW_KEYS, pressed.key) : undefined;
}

/** Where the focus goes; it stops at the ends. Undefined: the key does not move it. */
export function rowAfter(shortcut: Shortcut, index: number, count: number): number | undefined {
  if (shortcut === 'next') return Math.min(index + 1, count - 1);
  if (shortcut === 'previous') return Math.max(index - 1, 0);
  if (shortcut === 'first') return 0;
  return shortcut === 'last' ? count - 1 : undefined;
}

function isOurs({ ctrlKey, metaKey, altKey, defaultPrevented }: PressedKey): boolean {
  return !ctrlKey && !metaKey && !altKey && !defaultPrevented;
}

function meaningOf(keys: Readonly<Record<string, Shortcut>>, key: string): Shortcut | undefined {
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
