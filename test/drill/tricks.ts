/**
 * What a bad upstream may answer, decided by the seed and by what is asked for: the same seed spoils the same answers in
 * the same way. A trick either passes (it is played once), or does no harm, or can never be read: then the match has to be in quarantine.
 */
import { chance, hashText } from '../../practice/randomness.ts';
import type { Asked, Trick } from './mischief.ts';

export interface TrickPlan {
  readonly decide: (asked: Asked) => Trick | null;
  /** Matches whose body can never be read: expected in quarantine. */
  readonly isRefused: (id: string) => boolean;
}

type Change = (body: { metadata: Record<string, unknown>; info: Record<string, unknown> }) => void;

const MATCH = /\/tft\/match\/v1\/matches\/([A-Z0-9]+_\d+)$/;
const LIST = /\/tft\/match\/v1\/matches\/by-puuid\/[^/]+\/ids$/;
const PAGE = 200;

/** Of a hundred matches. */
const SHARES = { refused: 6, harmless: 20, passing: 20, limited: 4 } as const;

const error = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Trick => ({
  kind: 'answer',
  name: `${status}${'retry-after' in headers ? ` retry-after ${headers['retry-after']?.slice(0, 5)}` : ''}`,
  status,
  body,
  headers,
});
const html = '<html><body><h1>Welcome to nginx</h1></body></html>';
const refusal = '{"status":{"message":"Rate limit exceeded","status_code":429}}';
const changed = (name: string, change: (body: Buffer) => Buffer | string): Trick => ({
  kind: 'change',
  name,
  change,
});
const changedGame = (name: string, change: Change): Trick =>
  changed(name, (body) => {
    const game = JSON.parse(body.toString()) as Parameters<Change>[0];
    change(game);
    return JSON.stringify(game);
  });
const changedText = (name: string, change: (text: string) => string): Trick =>
  changed(name, (body) => change(body.toString()));

const PASSING: readonly Trick[] = [
  error(500, '{"status":{"message":"Internal server error","status_code":500}}'),
  error(502, html),
  error(503, '', { 'retry-after': '1' }),
  error(504, html),
  error(520, ''),
  { kind: 'answer', name: '200 with a web page', status: 200, body: html },
  { kind: 'answer', name: '200 with nothing', status: 200, body: '' },
  changed('truncated JSON', (body) => body.subarray(0, body.length - 100)),
];

const LIMITED: readonly ((at: number) => Trick)[] = [
  () => error(429, refusal, { 'x-rate-limit-type': 'service', 'retry-after': '1' }),
  (at) => error(429, refusal, { 'x-rate-limit-type': 'service', 'retry-after': toDate(at + 1_000) }),
  () => error(429, refusal, { 'x-rate-limit-type': 'service', 'retry-after': '-5' }),
  () => error(429, refusal, { 'x-rate-limit-type': 'service', 'retry-after': 'soon' }),
  () => error(429, refusal),
];

const HARMLESS: readonly Trick[] = [
  changedGame('unknown fields', ({ metadata, info }) => {
    metadata['season'] = { deep: [[[[{ x: null }]]]] };
    info['mascot'] = '\u202eevil\u202c';
    for (const seat of seatsOf(info)) seat['companionOfHonour'] = [1, 'two', { three: 3 }];
  }),
  changedGame('NUL and half a pair in a name', ({ info }) => {
    for (const seat of seatsOf(info)) seat['riotIdGameName'] = 'a\u0000b\ud800c';
  }),
  changedText('a byte order mark', (text) => `\ufeff${text}`),
  changedText('keys given twice', (text) => text.replace('{', '{"metadata":{"match_id":"EUW1_0"},"info":1,')),
  changedText('a poisoned prototype', (text) => text.replace('{', '{"__proto__":{"info":null},')),
];

const REFUSED: readonly Trick[] = [
  changedGame('the id of another game', ({ metadata }) => {
    metadata['match_id'] = 'EUW1_1';
  }),
  changedGame('a list that is text', ({ info }) => {
    info['participants'] = 'eight';
  }),
  changedGame('a missing field', ({ info }) => {
    delete info['game_datetime'];
  }),
  changedGame('a number beyond its column', ({ info }) => {
    for (const seat of seatsOf(info)) seat['placement'] = 3e9;
  }),
  changedText('a time above 2^53', (text) =>
    text.replace(/"game_datetime":\d+/, '"game_datetime":9007199254740993'),
  ),
  changedText('a hundred levels', (text) =>
    text.replace('"info":{', `"info":{"deep":${'['.repeat(100)}${']'.repeat(100)},`),
  ),
  changed('bytes that are no UTF-8', (body) => Buffer.concat([body, Buffer.from([0x20, 0xff])])),
];

export function createTricks(seed: number, now: () => number): TrickPlan {
  const roll = (text: string, salt: number): number => chance(seed, hashText(text), salt);
  const pick = <T>(choices: readonly T[], text: string): T | undefined =>
    choices[Math.floor(roll(text, 2) * choices.length)];
  const endless = createEndlessList();
  const fateOf = (id: string): keyof typeof SHARES | null => {
    let left = roll(id, 1) * 100;
    for (const [fate, share] of Object.entries(SHARES)) {
      if (left < share) return fate as keyof typeof SHARES;
      left -= share;
    }
    return null;
  };

  function decideGame(id: string, nth: number): Trick | null {
    switch (fateOf(id)) {
      case 'refused':
        return pick(REFUSED, id) ?? null;
      case 'harmless':
        return pick(HARMLESS, id) ?? null;
      case 'passing':
        return nth === 1 ? (pick(PASSING, id) ?? null) : null;
      case 'limited':
        return nth === 1 ? (pick(LIMITED, id)?.(now()) ?? null) : null;
      case null:
        break;
    }
    return null;
  }

  return {
    isRefused: (id) => fateOf(id) === 'refused',
    decide({ path, nth }) {
      const id = MATCH.exec(path)?.[1];
      if (id !== undefined) return decideGame(id, nth);
      return LIST.test(path) ? (pick([null, null, ...LISTS, endless(path)], path) ?? null) : null;
    },
  };
}

const LISTS: readonly Trick[] = [
  changedList('ids twice', (ids) => [...ids, ...ids]),
  changedList('ids in another order', (ids) => ids.toReversed()),
];

/** A full page says that there is another one; that is the same again, whichever is asked for. */
function createEndlessList(): (path: string) => Trick {
  const firstPages = new Map<string, readonly string[]>();
  return (path) =>
    changedList('pages without end', (ids) => {
      if (!firstPages.has(path)) firstPages.set(path, ids);
      const first = firstPages.get(path) ?? ids;
      return first.length === 0
        ? first
        : Array.from({ length: PAGE }, (_, at) => first[at % first.length] ?? '');
    });
}

function changedList(name: string, change: (ids: readonly string[]) => readonly string[]): Trick {
  return changed(name, (body) => JSON.stringify(change(JSON.parse(body.toString()) as string[])));
}

function seatsOf(info: Record<string, unknown>): Record<string, unknown>[] {
  return info['participants'] as Record<string, unknown>[];
}

function toDate(at: number): string {
  return new Date(at).toUTCString();
}
