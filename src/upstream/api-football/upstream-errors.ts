/**
 * What the upstream means when it answers HTTP 200 with `errors` in it. `errors` is an empty list when all is well and an object when
 * not; such an answer has an empty `response` too, and reading that as "no fixtures" would take back every goal.
 *
 * Several can come at once: what no waiting mends is told first, because whoever waits for the rest would wait in vain.
 */
export type UpstreamError =
  /** The minute's calls are used up. */
  | { readonly type: 'rateLimit'; readonly message: string }
  /** The day's calls are used up. */
  | { readonly type: 'requests'; readonly message: string }
  /** The key is not known, or not let in from here. */
  | { readonly type: 'token' | 'access'; readonly message: string }
  /** The plan does not cover what was asked for. */
  | { readonly type: 'plan'; readonly message: string }
  /** What was asked for is wrong: the error has the name of a parameter. */
  | { readonly type: 'parameter'; readonly message: string }
  /** Their fault, and they say so; or something that nobody has heard of. */
  | { readonly type: 'bug' | 'unknown'; readonly message: string };

const TYPES: ReadonlyMap<string, UpstreamError['type']> = new Map<string, UpstreamError['type']>([
  ['token', 'token'],
  ['access', 'access'],
  ['ip', 'access'],
  ['domain', 'access'],
  ['subscription', 'access'],
  ['requests', 'requests'],
  ['ratelimit', 'rateLimit'],
  ['plan', 'plan'],
  ['date', 'parameter'],
  ['ids', 'parameter'],
  ['id', 'parameter'],
  ['live', 'parameter'],
  ['timezone', 'parameter'],
  ['required', 'parameter'],
  ['endpoint', 'parameter'],
  ['bug', 'bug'],
]);
const URGENCY: readonly UpstreamError['type'][] = [
  'token',
  'access',
  'requests',
  'rateLimit',
  'plan',
  'parameter',
  'bug',
  'unknown',
];
const MAX_ERRORS = 20;
const MAX_MESSAGE = 200;

/** Null: all is well. */
export function findUpstreamError(errors: unknown): UpstreamError | null {
  if (errors === undefined || errors === null) return null;
  if (typeof errors !== 'object') return { type: 'unknown', message: wordsOf(errors) };
  const found = Object.entries(errors)
    .slice(0, MAX_ERRORS)
    .map(([name, said]): UpstreamError => ({ type: typeOf(name, said), message: wordsOf(said) }));
  const [first] = found.sort((a, b) => URGENCY.indexOf(a.type) - URGENCY.indexOf(b.type));
  return first ?? null;
}

/** By its name, and where that is new, by the words that the known ones come with. */
function typeOf(name: string, said: unknown): UpstreamError['type'] {
  const known = TYPES.get(name.toLowerCase());
  if (known !== undefined) return known;
  const words = wordsOf(said);
  if (/request limit for the day/i.test(words)) return 'requests';
  if (/too many requests|rate limit/i.test(words)) return 'rateLimit';
  if (/suspended|not allowed|not subscribed/i.test(words)) return 'access';
  return 'unknown';
}

function wordsOf(said: unknown): string {
  const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? '');
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE);
}
