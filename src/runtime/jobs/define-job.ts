/**
 * Defines a kind of job: its name, the schema of its payload, its retry policy and its handler. One kind is one factory
 * (`createPruneJobLog(deps)`) that calls `defineJob`; `app/registry.ts` lists them all.
 *
 * A bad definition is refused when the program starts and not when its first job runs. The payload is checked when it is sent and again
 * when it is received, because an older or newer process may have sent it.
 */
import type { Logger } from 'pino';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { JobOutcome } from './job-outcome.ts';
import type { JobSender } from './send-jobs.ts';

export interface JobContext {
  /** Aborted when the process stops, the time is up, or another worker has taken the job: end soon and store nothing more. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** 1 for the first run. A `retryAt` does not count. */
  readonly attempt: number;
  readonly jobId: string;
  readonly key: string | null;
  /** Sets a readable name for the job log and for every later log line of this run. The job is still identified by key and id. */
  nameRun(name: string): void;
  /** For follow-up jobs; pass the `tx` that records what was done. */
  readonly jobs: JobSender;
}

/** The reason of the signal of a run that is cut short. */
export class RunCutShort extends Error {
  override readonly name = 'RunCutShort';
  readonly why: 'time is up' | 'process stops' | 'claim lost';

  constructor(why: RunCutShort['why'], message: string) {
    super(message);
    this.why = why;
  }
}

interface RetryPolicy {
  /** Runs after the first one. 0: the first failure is the last. */
  readonly limit: number;
  /** Doubles with every failure, with jitter, up to `maxDelaySeconds`. */
  readonly firstDelaySeconds: number;
  readonly maxDelaySeconds: number;
}

interface JobSchedule<Payload> {
  /** Five fields, or six with seconds first. */
  readonly cron: string;
  readonly timeZone: string;
  /** Slots that passed while no scheduler led: `skip` drops them, `once` runs the newest, `each` runs all (at most the newest 60). */
  readonly missed: 'skip' | 'once' | 'each';
  /** A function gets the time of the slot, for work that must be done once per slot even when it runs twice. */
  readonly payload: Payload | ((slot: Date) => Payload);
}

export interface JobDefinition<Schema extends TSchema> {
  /** `area/what-it-does`; also the queue's name, so renaming it abandons what waits. */
  readonly kind: string;
  readonly payload: Schema;
  /** Identifies what the job works on; shown in the job log. */
  readonly key?: (payload: Static<Schema>) => string;
  /** At most one job per key waits or runs; sending another is a no-op. */
  readonly onePerKey?: boolean;
  readonly retry: RetryPolicy;
  /** A run that takes longer is a failed attempt. Default: 15 minutes. */
  readonly timeoutSeconds?: number;
  /** How many run at once in one process. Default: 10. */
  readonly concurrency?: number;
  /** How many are claimed at once at most. Default: `concurrency`. */
  readonly batch?: number;
  /** Higher goes first within the kind. Default: 0. */
  readonly priority?: number;
  readonly schedule?: JobSchedule<Static<Schema>>;
  readonly handle: (payload: Static<Schema>, context: JobContext) => Promise<JobOutcome>;
}

type PayloadCheck<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly reason: string };

/** Methods, not function properties: so a kind of one payload is assignable to `JobKind` in a list. */
export interface JobKind<Payload = unknown> {
  readonly kind: string;
  readonly onePerKey: boolean;
  readonly retry: RetryPolicy;
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  readonly batch: number;
  readonly priority: number;
  readonly schedule: Omit<JobSchedule<Payload>, 'payload'> | null;
  slotPayload(slot: Date): Payload;
  key(payload: Payload): string | null;
  check(value: unknown): PayloadCheck<Payload>;
  handle(payload: Payload, context: JobContext): Promise<JobOutcome>;
}

const KIND_NAME = /^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)+$/;
const DAY_SECONDS = 86_400;

export function defineJob<Schema extends TSchema>(
  definition: JobDefinition<Schema>,
): JobKind<Static<Schema>> {
  const { kind, retry, schedule } = definition;
  const concurrency = definition.concurrency ?? 10;
  const settings = {
    timeoutSeconds: definition.timeoutSeconds ?? 900,
    concurrency,
    batch: definition.batch ?? concurrency,
    priority: definition.priority ?? 0,
  };
  refuseBadDefinition(definition, settings);
  const validator = Compile(definition.payload);
  return {
    kind,
    onePerKey: definition.onePerKey ?? false,
    retry,
    ...settings,
    schedule: schedule === undefined ? null : schedule,
    slotPayload(slot) {
      if (schedule === undefined)
        throw new Error(`job kind ${kind} has no schedule, so it has no payload for a slot`);
      return isSlotFunction(schedule.payload) ? schedule.payload(slot) : schedule.payload;
    },
    key: (payload) => definition.key?.(payload) ?? null,
    check(value) {
      if (validator.Check(value)) return { ok: true, payload: value };
      const faults = validator
        .Errors(value)
        .map((fault) => `${fault.instancePath || 'the payload'} ${fault.message}`);
      return { ok: false, reason: faults.slice(0, 3).join('; ') };
    },
    handle: (payload, context) => definition.handle(payload, context),
  };
}

/** The same kinds, of which at most `most` jobs each run at once in this process. 0: no further limit. */
export function limitConcurrency(kinds: readonly JobKind[], most: number): readonly JobKind[] {
  if (most === 0) return kinds;
  return kinds.map((kind) => ({
    ...kind,
    concurrency: Math.min(kind.concurrency, most),
    batch: Math.min(kind.batch, most),
  }));
}

function isSlotFunction<Payload>(
  payload: Payload | ((slot: Date) => Payload),
): payload is (slot: Date) => Payload {
  return typeof payload === 'function';
}

function refuseBadDefinition<Schema extends TSchema>(
  definition: JobDefinition<Schema>,
  settings: { timeoutSeconds: number; concurrency: number; batch: number; priority: number },
): void {
  const { kind, retry } = definition;
  const refuse = (what: string): never => {
    throw new Error(`job kind "${kind}": ${what}`);
  };
  if (!KIND_NAME.test(kind)) refuse('the name must look like "area/what-it-does", in lower case');
  if (definition.onePerKey === true && definition.key === undefined) refuse('onePerKey needs a key');
  const ranges = [
    ['retry.limit', retry.limit, 0, 1_000],
    ['retry.firstDelaySeconds', retry.firstDelaySeconds, 0, DAY_SECONDS],
    ['retry.maxDelaySeconds', retry.maxDelaySeconds, retry.firstDelaySeconds, 30 * DAY_SECONDS],
    ['timeoutSeconds', settings.timeoutSeconds, 1, DAY_SECONDS - 60],
    ['concurrency', settings.concurrency, 1, 1_000],
    ['batch', settings.batch, 1, settings.concurrency],
    ['priority', settings.priority, -1_000_000, 1_000_000],
  ] as const;
  for (const [name, value, least, most] of ranges) {
    if (!Number.isInteger(value) || value < least || value > most) {
      refuse(`${name} is ${value}; expected a whole number from ${least} to ${most}`);
    }
  }
}
