/**
 * What goes wrong with a call to Riot, as data that a test writes. README.md lists the kinds.
 *
 * Chance comes from the seed, the rule's place in the list and the number of the call among those that the rule addresses, so the same
 * calls in the same order meet the same faults again. What happens to a match id depends on the id alone. Of two rules that
 * would replace the same thing the first in the list wins; delays add up.
 */
import { Type, type Static } from 'typebox';
import { chance, hashText } from '../randomness.ts';
import { errorAnswer, htmlAnswer, type Answer } from './answer.ts';
import { HOSTS, RIOT_METHODS, type RiotMethod } from './riot-methods.ts';

const Milliseconds = Type.Integer({ minimum: 0, maximum: 86_400_000 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** What every rule may say: which calls it addresses, and how many of them it hits. */
const addressed = {
  /** Of the calls that are addressed, or of the match ids; 1 unless given. */
  share: Type.Optional(Share),
  /** Calls in a row that share one fate; 1 unless given. A burst of errors is a run of 30, say. */
  run: Type.Optional(Type.Integer({ minimum: 1 })),
  /** `keys` are names. All unless given. */
  methods: Type.Optional(Type.Array(Type.Enum(RIOT_METHODS))),
  hosts: Type.Optional(Type.Array(Type.Enum(HOSTS))),
  keys: Type.Optional(Type.Array(Type.String())),
};
const rule = <Kind extends string, Own extends object>(kinds: Kind[], own: Own) =>
  Type.Object({ kind: Type.Enum(kinds), ...addressed, ...own }, { additionalProperties: false });

export const FaultRule = Type.Union([
  rule(['bare-429', 'cut-connection', 'missing-headers', 'garbage-headers', 'missing-match'], {}),
  /** Most take between `minMs` and `maxMs`, `tailShare` of them take `tailMs`. */
  rule(['delay-before-counting', 'delay-after-counting'], {
    minMs: Milliseconds,
    maxMs: Milliseconds,
    tailShare: Type.Optional(Share),
    tailMs: Type.Optional(Milliseconds),
  }),
  rule(['server-error'], {
    statuses: Type.Optional(Type.Array(Type.Integer({ minimum: 500, maximum: 599 }), { minItems: 1 })),
    bodies: Type.Optional(Type.Array(Type.Enum(['json', 'html', 'empty']), { minItems: 1 })),
  }),
]);
type FaultRule = Static<typeof FaultRule>;

/** Names and values alternate, as `writeHead` takes them. */
export type Headers = readonly string[];

interface FaultAnswer {
  readonly answer: Answer;
  /** False: it comes from before or behind the edge that counts, and has no rate-limit headers, although it was counted. */
  readonly showsCounts: boolean;
  readonly limitType?: string;
}

/** What is to go wrong with one call; nothing, for nearly all of them. */
export interface FaultPlan {
  delayBeforeMs: number;
  delayAfterMs: number;
  /** Answered instead of the true answer, or no answer at all. */
  instead: FaultAnswer | 'cut' | null;
  changeHeaders: ((headers: Headers) => Headers) | null;
  isMissing: (matchId: string) => boolean;
}

const NO_FAULTS: Readonly<FaultPlan> = {
  delayBeforeMs: 0,
  delayAfterMs: 0,
  instead: null,
  changeHeaders: null,
  isMissing: () => false,
};

export interface Faults {
  /** Keeps the seed unless one is given. */
  set(rules: readonly FaultRule[], seed?: number): void;
  plan(call: {
    readonly keyName: string;
    readonly host: string;
    readonly method: RiotMethod;
  }): Readonly<FaultPlan>;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly place: number;
  calls: number;
}

type Roll = (salt: number) => number;

export function createFaults(initialSeed: number): Faults {
  let seed = initialSeed;
  let active: readonly ActiveRule[] = [];
  return {
    set(rules, newSeed = seed) {
      active = rules.map((one, place) => ({ rule: one, place, calls: 0 }));
      seed = newSeed;
    },
    plan({ keyName, host, method }) {
      if (active.length === 0) return NO_FAULTS;
      const plan = { ...NO_FAULTS };
      for (const each of active) {
        const { methods, hosts, keys } = each.rule;
        const isAddressed = methods?.includes(method) !== false && hosts?.includes(host) !== false;
        if (isAddressed && keys?.includes(keyName) !== false) consider(each, plan, seed);
      }
      return plan;
    },
  };
}

function consider(active: ActiveRule, plan: FaultPlan, seed: number): void {
  const { place } = active;
  const { kind, share = 1, run = 1 } = active.rule;
  const call = active.calls++;
  if (kind === 'missing-match') {
    // By the id alone: the same id is missing tomorrow and after a restart, too.
    const { isMissing } = plan;
    plan.isMissing = (id) => isMissing(id) || chance(seed, place, hashText(id)) < share;
  } else if (chance(seed, place, Math.floor(call / run)) < share)
    apply(active.rule, plan, (salt) => chance(seed, place, call, salt));
}

function apply(one: FaultRule, plan: FaultPlan, roll: Roll): void {
  switch (one.kind) {
    case 'delay-before-counting':
      plan.delayBeforeMs += delayOf(one, roll);
      break;
    case 'delay-after-counting':
      plan.delayAfterMs += delayOf(one, roll);
      break;
    case 'missing-headers':
      plan.changeHeaders ??= () => [];
      break;
    case 'garbage-headers':
      plan.changeHeaders ??= (headers) =>
        headers.map((text, index) => (index % 2 === 0 ? text : pick(GARBAGE, roll(index))));
      break;
    case 'cut-connection':
      plan.instead ??= 'cut';
      break;
    case 'bare-429':
      plan.instead ??= {
        answer: errorAnswer(429, 'Rate limit exceeded'),
        showsCounts: true,
        limitType: 'none',
      };
      break;
    case 'server-error':
      plan.instead ??= serverError(one, roll);
      break;
    case 'missing-match': // Decided by the match id.
      break;
    default:
      one satisfies never;
  }
}

function delayOf(
  { minMs, maxMs, tailShare = 0, tailMs = maxMs }: Extract<FaultRule, { minMs: number }>,
  roll: Roll,
): number {
  return roll(1) < tailShare ? tailMs : minMs + roll(2) * (maxMs - minMs);
}

/** What no client should trip over, or take for a limit. */
const GARBAGE = [
  ...' garbage 20 20: :1 20:1, ,, 20;1 0:0 -1:-1 NaN:NaN 1e9:1 20:1:5'.split(' '),
  `${'9'.repeat(400)}:1`,
];
const STATUSES = [500, 502, 503, 504, 520, 522, 524];
/** From here on it is the page of the content network, not an answer of the API. */
const FIRST_NETWORK_STATUS = 520;

function serverError(
  { statuses = STATUSES, bodies = ['json', 'html', 'empty'] }: Extract<FaultRule, { kind: 'server-error' }>,
  roll: Roll,
): FaultAnswer {
  const status = pick(statuses, roll(1));
  const body = pick(bodies, roll(2));
  const page = `<html><head><title>${status}</title></head><body><h1>Error ${status}</h1></body></html>`;
  const answer =
    body === 'json'
      ? errorAnswer(status, status === 503 ? 'Service unavailable' : 'Internal server error')
      : htmlAnswer(status, body === 'html' ? page : '');
  return { answer, showsCounts: status < FIRST_NETWORK_STATUS };
}

function pick<T extends string | number>(choices: readonly T[], roll: number): T {
  const picked = choices[Math.floor(roll * choices.length)];
  if (picked === undefined)
    throw new Error(`nothing to choose from: ${choices.length} choices, roll ${roll}`);
  return picked;
}
