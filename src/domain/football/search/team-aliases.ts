/**
 * By which words people call a team: its name, the name without what clubs put before and behind it ("FC", "1899"), what is
 * known of it (`known-teams.ts`), and otherwise the words in it that no other club shares, or its initials. Best first.
 */
import { KNOWN_TEAMS } from './known-teams.ts';
import { plainWords, withoutAccents } from './plain-words.ts';

const MOST_ALIASES = 6;
/** Before and behind the name; they tell which kind of club it is. */
const KIND_OF_CLUB = /^(?:afc|fc|cf|sc|ac|as|ssc|sv|cd|ud|rc|rcd|ca|fk|sk|if|bk|nk|aek|club|de|1|\d{4})$/i;
/** Many clubs have these words in their names. */
const SHARED = new Set(
  'united city town rovers wanderers athletic albion county hotspur real sporting racing deportivo saint port borussia dynamo dinamo young boys north south east west old new'.split(
    ' ',
  ),
);
const SHORTEST_PART = 4;

export function teamAliases(name: string): string[] {
  const plainName = withoutAccents(name).replaceAll(/\s+/g, ' ').trim();
  const words = plainName.split(/[\s.]+/).filter((word) => word !== '');
  const core = words.filter((word) => !KIND_OF_CLUB.test(word));
  const known = knownAs(plainName) ?? knownAs(core.join(' '));
  const aliases = [plainName, core.join(' '), ...(known ?? ownAliases(core))];
  const seen = new Set<string>();
  return aliases
    .filter((alias) => {
      const plain = plainWords(alias).trim();
      const isNew = plain !== '' && !seen.has(plain);
      seen.add(plain);
      return isNew;
    })
    .slice(0, MOST_ALIASES);
}

/** Own entries only: a club may be called Constructor, which every object has. */
function knownAs(name: string): readonly string[] | undefined {
  const plain = plainWords(name).trim();
  return Object.hasOwn(KNOWN_TEAMS, plain) ? KNOWN_TEAMS[plain] : undefined;
}

function ownAliases(words: readonly string[]): string[] {
  if (words.length < 2) return [];
  const telling = words.filter((word) => word.length >= SHORTEST_PART && !SHARED.has(word.toLowerCase()));
  const initials = words.map((word) => word.slice(0, 1).toUpperCase()).join('');
  return [...telling, ...(words.length > 2 ? [initials] : [])];
}
