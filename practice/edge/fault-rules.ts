/**
 * Everything that can be made to go wrong, as data: what a test writes to bring it about. Every rule has an address (whom it
 * hits and when) and, by its kind, a few settings. See README.md for what each kind does.
 */
import { Type, type Static, type TProperties } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseRateLimits } from './rate-windows.ts';
import { HOSTS } from './hosts.ts';
import { RIOT_METHODS } from './riot-methods.ts';
import { describeComplaint } from './schema-complaint.ts';

const Count = Type.Integer({ minimum: 0 });
const Milliseconds = Type.Integer({ minimum: 0, maximum: 86_400_000 });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Bytes = Type.Integer({ minimum: 1, maximum: 4_000_000_000 });

const ADDRESS = {
  /** Of the calls that are addressed, or of the match ids; 1 unless told. */
  share: Type.Optional(Share),
  /** Calls in a row that share one fate; 1 unless told. A burst of errors is a run of 30, say. */
  run: Type.Optional(Type.Integer({ minimum: 1 })),
  methods: Type.Optional(Type.Array(Type.Enum(RIOT_METHODS))),
  hosts: Type.Optional(Type.Array(Type.Enum(HOSTS))),
  /** Names of keys. */
  keys: Type.Optional(Type.Array(Type.String())),
  /** Counted over the calls that are addressed, since the rule was set: the first call that is hit, and the first that is spared again. */
  fromCall: Type.Optional(Count),
  untilCall: Type.Optional(Count),
  /** The same in time since the rule was set, on the clock that the rate limits run on. */
  fromMs: Type.Optional(Count),
  untilMs: Type.Optional(Count),
} as const;

function rule<Kind extends string, Settings extends TProperties>(kind: Kind, settings: Settings) {
  return Type.Object({ kind: Type.Literal(kind), ...ADDRESS, ...settings }, { additionalProperties: false });
}

/** Most calls take between `minMs` and `maxMs`; `tailShare` of them take `tailMs`. */
const DELAY = {
  minMs: Milliseconds,
  maxMs: Milliseconds,
  tailShare: Type.Optional(Share),
  tailMs: Type.Optional(Milliseconds),
} as const;

const ErrorBody = Type.Enum(['json', 'html', 'empty']);
const RetryAfter = Type.Enum(['missing', 'zero', 'absurd', 'negative', 'garbage', 'fraction', 'date']);
const WhichHeaders = Type.Enum(['all', 'application', 'method', 'counts', 'limits']);

const FAULT_RULES = {
  'service-429': rule('service-429', { retryAfterSeconds: Type.Optional(Count) }),
  'server-429': rule('server-429', {}),
  'unknown-429': rule('unknown-429', {
    type: Type.Optional(Type.String()),
    retryAfterSeconds: Type.Optional(Count),
  }),
  'bare-429': rule('bare-429', {}),
  'server-error': rule('server-error', {
    statuses: Type.Optional(Type.Array(Type.Integer({ minimum: 500, maximum: 599 }), { minItems: 1 })),
    bodies: Type.Optional(Type.Array(ErrorBody, { minItems: 1 })),
  }),
  'cut-connection': rule('cut-connection', { uncounted: Type.Optional(Type.Boolean()) }),
  'delay-before-counting': rule('delay-before-counting', DELAY),
  'delay-after-counting': rule('delay-after-counting', DELAY),
  'retry-after': rule('retry-after', { value: RetryAfter }),
  'missing-headers': rule('missing-headers', { which: Type.Optional(WhichHeaders) }),
  'garbage-headers': rule('garbage-headers', {}),
  'other-limits': rule('other-limits', {
    application: Type.Optional(Type.String()),
    method: Type.Optional(Type.String()),
  }),
  'shared-counters': rule('shared-counters', { hosts: Type.Array(Type.Enum(HOSTS), { minItems: 2 }) }),
  'missing-match': rule('missing-match', {}),
  'late-match': rule('late-match', { withinMs: Milliseconds }),
  'empty-ladder': rule('empty-ladder', { tiers: Type.Optional(Type.Array(Type.String())) }),
  'foreign-ids': rule('foreign-ids', {}),
  'truncated-body': rule('truncated-body', { atShare: Type.Optional(Share) }),
  'slow-body': rule('slow-body', { pauseMs: Milliseconds }),
  'huge-body': rule('huge-body', { bytes: Bytes, declared: Type.Optional(Type.Boolean()) }),
  'gzip-bomb': rule('gzip-bomb', { bytes: Bytes }),
  'invalid-json': rule('invalid-json', {}),
  'html-body': rule('html-body', {}),
} as const;

export type FaultKind = keyof typeof FAULT_RULES;
export type FaultRule = { [Kind in FaultKind]: Static<(typeof FAULT_RULES)[Kind]> }[FaultKind];
export type FaultRuleOf<Kind extends FaultKind> = Extract<FaultRule, { readonly kind: Kind }>;

export const FAULT_KINDS = Object.keys(FAULT_RULES) as FaultKind[];

/** Refuses, saying which rule, what is wrong with it and what was expected. */
export function parseFaultRules(values: readonly unknown[]): FaultRule[] {
  return values.map((value, index) => {
    const kind = (value as { kind?: unknown } | null)?.kind;
    const known = FAULT_KINDS.find((name) => name === kind);
    if (known === undefined)
      throw new Error(
        `fault rule ${index}: kind is ${JSON.stringify(kind)}; expected one of ${FAULT_KINDS.join(', ')}`,
      );
    const [complaint] = Compile(FAULT_RULES[known]).Errors(value);
    if (complaint !== undefined)
      throw new Error(describeComplaint(`fault rule ${index} (${known})`, complaint));
    const parsed = value as FaultRule;
    checkMeaning(parsed, index);
    return parsed;
  });
}

function checkMeaning(rule: FaultRule, index: number): void {
  const fail = (what: string): never => {
    throw new Error(`fault rule ${index} (${rule.kind}): ${what}`);
  };
  if ('minMs' in rule && rule.minMs > rule.maxMs) fail(`minMs ${rule.minMs} is above maxMs ${rule.maxMs}`);
  if (rule.kind !== 'other-limits') return;
  if (rule.application === undefined && rule.method === undefined)
    fail('neither application nor method is given; expected limits such as 20:1,100:120');
  for (const text of [rule.application, rule.method]) if (text !== undefined) parseRateLimits(text);
}
