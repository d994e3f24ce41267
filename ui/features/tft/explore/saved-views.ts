/**
 * Questions that somebody gave a name, kept in this browser. The text is the query of the address, so a view stays good for as long as the
 * address would.
 */
export interface SavedView {
  readonly name: string;
  /** Without `?`. */
  readonly text: string;
}

const LONGEST_NAME = 80;

/** A view of the same name is replaced. Without a name nothing is saved. */
export function saveView(views: readonly SavedView[], name: string, text: string): SavedView[] {
  const clean = cleanName(name);
  if (clean === '') return [...views];
  return sorted([...views.filter((view) => view.name !== clean), { name: clean, text }]);
}

export function renameView(views: readonly SavedView[], from: string, to: string): SavedView[] {
  const view = views.find(({ name }) => name === from);
  if (view === undefined || cleanName(to) === '') return [...views];
  return saveView(removeView(views, from), to, view.text);
}

export function removeView(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((view) => view.name !== name);
}

function cleanName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_NAME);
}

function sorted(views: readonly SavedView[]): SavedView[] {
  return views.toSorted((one, other) => one.name.localeCompare(other.name));
}

export function isView(entry: unknown): entry is SavedView {
  if (typeof entry !== 'object' || entry === null) return false;
  return (
    'name' in entry && typeof entry.name === 'string' && 'text' in entry && typeof entry.text === 'string'
  );
}
