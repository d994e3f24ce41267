/**
 * What goes wrong with a call to Riot, as data that a test writes. README.md lists the kinds.
 *
 * Chance comes from the seed, the rule's place in the list and the number of the call among those that the rule addresses, so the same
 * calls in the same order meet the same faults again. What happens to a match id depends on the id alone. Of two rules that
 * would replace the same thing the first in the list wins; delays add up.
 */
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { chance, hashText } from '../randomness.ts';
import { errorAnswer, htmlAnswer, type Answer } from './answer.ts';
import { HOSTS } from './hosts.ts';
import { parseRateLimits, type RateLimit } from './rate-windows.ts';
import { RIOT_METHODS, type RiotMethod } from './riot-methods.ts';
import { describeComplaint } from './side-door.ts';

/** Each kind with the settings that it cannot do without. */
const KINDS = {
  'bare-429': [],
  'server-error': [],
  'cut-connection': [],
  'html-body': [],
  'delay-before-counting': ['minMs', 'maxMs'],
  'delay-after-counting': ['minMs', 'maxMs'],
  'missing-headers': [],
  'garbage-headers': [],
  'other-limits': [],
  'missing-match': [],
  'late-match': ['withinMs'],
  'empty-ladder': [],
  'foreign-ids': [],
} as const;
type FaultKind = keyof typeof KINDS;
const FAULT_KINDS = Object.keys(KINDS) as FaultKind[];

const Milliseconds = Type.Integer({ minimum: 0, maximum: 86_400_000 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

const FaultRule = Type.Object(
  {
    kind: Type.Enum(FAULT_KINDS),
    /** Of the calls that are addressed, or of the match ids; 1 unless given. */
    share: Type.Optional(Share),
    /** Calls in a row that share one fate; 1 unless given. A burst of errors is a run of 30, say. */
    run: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Whom the rule addresses; `keys` are names. All unless given. */
    methods: Type.Optional(Type.Array(Type.Enum(RIOT_METHODS))),
    hosts: Type.Optional(Type.Array(Type.Enum(HOSTS))),
    keys: Type.Optional(Type.Array(Type.String())),
    /** Counted over the calls that are addressed: the first that is hit, and the first that is spared again. */
    fromCall: Type.Optional(Type.Integer({ minimum: 0 })),
    untilCall: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Delays: most take between `minMs` and `maxMs`, `tailShare` of them take `tailMs`. */
    minMs: Type.Optional(Milliseconds),
    maxMs: Type.Optional(Milliseconds),
    tailShare: Type.Optional(Share),
    tailMs: Type.Optional(Milliseconds),
    /** server-error. */
    statuses: Type.Optional(Type.Array(Type.Integer({ minimum: 500, maximum: 599 }), { minItems: 1 })),
    bodies: Type.Optional(Type.Array(Type.Enum(['json', 'html', 'empty']), { minItems: 1 })),
    /** other-limits: at least one of them. */
    application: Type.Optional(Type.String()),
    method: Type.Optional(Type.String()),
    /** late-match: games that ended less than this ago. */
    withinMs: Type.Optional(Milliseconds),
    /** empty-ladder: all unless given. */
    tiers: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);
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
  applicationLimits: readonly RateLimit[] | null;
  methodLimits: readonly RateLimit[] | null;
  /** Answered instead of the true answer, or no answer at all. */
  instead: FaultAnswer | 'cut' | null;
  /** A body that should have been sent with 200 is a page. */
  isPage: boolean;
  changeHeaders: ((headers: Headers) => Headers) | null;
  lateWithinMs: number;
  isMissing: (matchId: string) => boolean;
  /** Tiers whose lists are empty; `*` stands for all. */
  emptyTiers: readonly string[];
  /** Which player's ids of another platform are mixed in, as a share of all players. */
  foreignIds: number | null;
}

export const NO_FAULTS: Readonly<FaultPlan> = {
  delayBeforeMs: 0,
  delayAfterMs: 0,
  applicationLimits: null,
  methodLimits: null,
  instead: null,
  isPage: false,
  changeHeaders: null,
  lateWithinMs: 0,
  isMissing: () => false,
  emptyTiers: [],
  foreignIds: null,
};

export interface AddressedCall {
  readonly keyName: string;
  readonly host: string;
  readonly method: RiotMethod;
}

export interface Faults {
  /** Refuses all rules if one is wrong. Keeps the seed unless one is given. */
  set(values: readonly unknown[], seed?: number): void;
  plan(call: AddressedCall): Readonly<FaultPlan>;
  /** The rules, how many calls each addressed and how many of them it hit. */
  report(): object;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly place: number;
  /** Parsed once: windows see by identity whether their limits have changed. */
  readonly application: readonly RateLimit[] | null;
  readonly method: readonly RateLimit[] | null;
  calls: number;
  hits: number;
}

type Roll = (salt: number) => number;

export function createFaults(initialSeed: number): Faults {
  let seed = initialSeed;
  let active: readonly ActiveRule[] = [];
  return {
    set(values, newSeed = seed) {
      active = values.map(parseRule).map((rule, place) => ({
        rule,
        place,
        application: rule.application === undefined ? null : parseRateLimits(rule.application),
        method: rule.method === undefined ? null : parseRateLimits(rule.method),
        calls: 0,
        hits: 0,
      }));
      seed = newSeed;
    },
    plan(call) {
      if (active.length === 0) return NO_FAULTS;
      const plan = { ...NO_FAULTS };
      for (const each of active) if (addresses(each.rule, call)) consider(each, plan, seed);
      return plan;
    },
    report: () => ({
      seed,
      rules: active.map(({ rule, calls, hits }) => ({ rule, calls, hits })),
      kinds: FAULT_KINDS,
    }),
  };
}

const compiled = Compile(FaultRule);

function parseRule(value: unknown, index: number): FaultRule {
  const [complaint] = compiled.Errors(value);
  if (complaint !== undefined) throw new Error(describeComplaint(`fault rule ${index}`, complaint));
  const rule = value as FaultRule;
  const fail = (what: string): never => {
    throw new Error(`fault rule ${index} (${rule.kind}): ${what}`);
  };
  for (const name of KINDS[rule.kind]) if (rule[name] === undefined) fail(`there has to be ${name}`);
  const { minMs = 0, maxMs = minMs } = rule;
  if (minMs > maxMs) fail(`minMs ${minMs} is above maxMs ${maxMs}`);
  if (rule.kind === 'other-limits' && rule.application === undefined && rule.method === undefined)
    fail('neither application nor method is given; expected limits such as 20:1,100:120');
  return rule;
}

function addresses(rule: FaultRule, { keyName, host, method }: AddressedCall): boolean {
  if (rule.methods?.includes(method) === false) return false;
  if (rule.hosts?.includes(host) === false) return false;
  return rule.keys?.includes(keyName) !== false;
}

function consider(active: ActiveRule, plan: FaultPlan, seed: number): void {
  const { rule, place } = active;
  const call = active.calls++;
  if (call < (rule.fromCall ?? 0) || call >= (rule.untilCall ?? Infinity)) return;
  const { share = 1, run = 1 } = rule;
  if (rule.kind === 'missing-match') {
    // By the id alone: the same id is missing tomorrow and after a restart, too.
    const { isMissing } = plan;
    plan.isMissing = (id) => isMissing(id) || chance(seed, place, hashText(id)) < share;
    return;
  }
  if (chance(seed, place, Math.floor(call / run)) >= share) return;
  active.hits++;
  apply(active, plan, (salt) => chance(seed, place, call, salt));
}

function apply({ rule, application, method }: ActiveRule, plan: FaultPlan, roll: Roll): void {
  switch (rule.kind) {
    case 'delay-before-counting':
      plan.delayBeforeMs += delayOf(rule, roll);
      break;
    case 'delay-after-counting':
      plan.delayAfterMs += delayOf(rule, roll);
      break;
    case 'other-limits':
      plan.applicationLimits ??= application;
      plan.methodLimits ??= method;
      break;
    case 'late-match':
      plan.lateWithinMs = Math.max(plan.lateWithinMs, rule.withinMs ?? 0);
      break;
    case 'empty-ladder':
      plan.emptyTiers = [...plan.emptyTiers, ...(rule.tiers ?? ['*'])];
      break;
    case 'foreign-ids':
      plan.foreignIds ??= roll(1);
      break;
    case 'missing-headers':
      plan.changeHeaders ??= () => [];
      break;
    case 'garbage-headers':
      plan.changeHeaders ??= (headers) =>
        headers.map((text, index) => (index % 2 === 0 ? text : pick(GARBAGE, roll(index))));
      break;
    case 'html-body':
      plan.isPage = true;
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
      plan.instead ??= serverError(rule, roll);
      break;
    case 'missing-match': // Decided by the match id.
      break;
    default:
      rule.kind satisfies never;
  }
}

function delayOf({ minMs = 0, maxMs = 0, tailShare = 0, tailMs = maxMs }: FaultRule, roll: Roll): number {
  return roll(1) < tailShare ? tailMs : minMs + roll(2) * (maxMs - minMs);
}

/** What no client should trip over, or take for a limit. */
const GARBAGE = [
  '',
  'garbage',
  '20',
  '20:',
  ':1',
  '20:1,',
  ',,',
  '20;1',
  '0:0',
  '-1:-1',
  'NaN:NaN',
  '1e9:1',
  '20:1:5',
  `${'9'.repeat(400)}:1`,
];
const STATUSES = [500, 502, 503, 504, 520, 522, 524];
/** From here on it is the page of the content network, not an answer of the API. */
const FIRST_NETWORK_STATUS = 520;

function serverError(
  { statuses = STATUSES, bodies = ['json', 'html', 'empty'] }: FaultRule,
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
