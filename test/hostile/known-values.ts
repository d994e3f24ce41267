/**
 * Values that the API itself has told, by the names that they stood under: an id that exists leads further in than any that is made up.
 * Bounded, whatever the answers hold.
 */
export interface KnownValues {
  /** Everything inside that has a name. */
  note(value: unknown): void;
  /** One of those that stood under this name, or under one that means the same; undefined when none did. */
  pick(name: string, at: number): string | undefined;
}

const MOST_PER_NAME = 60;
const MOST_NAMES = 500;
const MAX_LENGTH = 200;

/** Parameters whose values are told under other names. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['row', ['key']],
  ['of', ['id', 'unit', 'item']],
  ['versus', ['patch', 'name']],
  ['patch', ['patch', 'patches']],
  ['name', ['name', 'patch']],
  ['place', ['platform', 'region']],
  ['query', ['gameName']],
  ['clipId', ['id']],
  ['puuid', ['puuid', 'id']],
  ['zone', ['timeZone']],
]);

export function createKnownValues(): KnownValues {
  const byName = new Map<string, Set<string>>();

  function note(value: unknown, name: string): void {
    if (Array.isArray(value)) for (const inner of value.slice(0, MOST_PER_NAME)) note(inner, name);
    else if (typeof value === 'object' && value !== null)
      for (const [inside, inner] of Object.entries(value)) note(inner, inside);
    else if (typeof value === 'string' || typeof value === 'number') keep(name, String(value));
  }

  function keep(name: string, text: string): void {
    const known = byName.get(name) ?? new Set();
    if (text === '' || text.length > MAX_LENGTH || known.size >= MOST_PER_NAME || byName.size >= MOST_NAMES)
      return;
    byName.set(name, known.add(text));
  }

  return {
    note: (value) => note(value, ''),
    pick(name, at) {
      const found = (ALIASES.get(name) ?? [name]).flatMap((known) => Array.from(byName.get(known) ?? []));
      return found[at % Math.max(1, found.length)];
    },
  };
}
