/**
 * Asks everything of a running Gamekeeper that its own description has, in every manner: as it should be asked, with one thing wrong, as
 * nonsense, as broken HTTP, and over the live feed. Every draw comes from the seed; what fails is made smaller until the smallest request
 * that still fails is known, and is reported with all that is needed to send it again.
 *
 * The server should allow many requests a minute (RATE_LIMIT_PER_MINUTE), else most answers are that there were too many.
 */
import fc from 'fast-check';
import { mix } from '../../practice/randomness.ts';
import { createAnswerCheck, type AnswerCheck } from './answer-check.ts';
import { readApiDescription, type ApiDescription, type Operation } from './api-description.ts';
import { draftsOf, MANNERS, sweep, writeRequest, type Draft, type Manner } from './drafts.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';
import { breakFrame, brokenFrames, holdTalk, liveTalks } from './live-junk.ts';
import { protocolJunk, sendJunk } from './protocol-junk.ts';
import { createSchemaValues, type SchemaValues } from './schema-values.ts';
import { createSender, type Sender } from './send-request.ts';

export interface FuzzOptions {
  readonly url: string;
  readonly token: string;
  readonly seed: number;
  /** At least one round, however little this is. 0: a short one, with less of everything. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  /** An answer that takes longer counts as none. */
  readonly deadlineMs?: number;
  /** How long the smallest request that shows a fault is looked for. */
  readonly shrinkingMs?: number;
}

export interface FuzzOutcome {
  readonly operations: number;
  readonly requests: number;
  readonly fiveHundreds: number;
  readonly hangs: number;
  readonly mismatches: readonly string[];
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
}

/** Longer than the server itself takes to give up on an answer. */
const DEADLINE_MS = 35_000;
const SOCKET_DEADLINE_MS = 8_000;
const AT_ONCE = 6;
const RUNS = { valid: 5, 'one wrong': 5, junk: 4, protocol: 2, live: 4 } as const;
const SHORT_RUNS = { valid: 3, 'one wrong': 3, junk: 2, protocol: 1, live: 4 } as const;
const SHRINKING_MS = 3_000;
/** Bodies beyond what the server reads may be cut off before its refusal is heard. */
const READ_BYTES = 200_000;

interface Fuzzing {
  readonly options: FuzzOptions;
  readonly deadlineMs: number;
  readonly runs: Readonly<Record<keyof typeof RUNS, number>>;
  /** Of the worst texts, every so-many-th is put into each place. */
  readonly sweepEvery: number;
  readonly description: ApiDescription;
  readonly values: SchemaValues;
  readonly known: KnownValues;
  readonly check: AnswerCheck;
  readonly sender: Sender;
  readonly tally: Tally;
}

interface Tally {
  requests: number;
  fiveHundreds: number;
  hangs: number;
  slowestMs: number;
  readonly statuses: Record<string, number>;
  /** By what was tried: each is reported once. */
  readonly faults: Map<string, string>;
}

export async function fuzzApi(options: FuzzOptions): Promise<FuzzOutcome> {
  const until = performance.now() + options.seconds * 1_000;
  const description = await readApiDescription(options.url);
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const fuzzing: Fuzzing = {
    options,
    deadlineMs,
    runs: options.seconds === 0 ? SHORT_RUNS : RUNS,
    sweepEvery: options.seconds === 0 ? 3 : 1,
    description,
    values: createSchemaValues(description.shared),
    known: createKnownValues(),
    check: createAnswerCheck(description, [options.token]),
    sender: createSender(options.url, deadlineMs),
    tally: { requests: 0, fiveHundreds: 0, hangs: 0, slowestMs: 0, statuses: {}, faults: new Map() },
  };
  try {
    for (let round = 0; round === 0 || performance.now() < until; round++) {
      if (options.signal?.aborted === true) break;
      await runRound(fuzzing, round, round === 0 ? Infinity : until);
    }
  } finally {
    await fuzzing.sender.close();
  }
  const { faults, ...told } = fuzzing.tally;
  return { operations: description.operations.length, ...told, mismatches: [...faults.values()] };
}

interface Trial {
  readonly what: string;
  /** It lists what others ask for: it comes first in the first round. */
  readonly tellsMuch: boolean;
  run(seed: number): Promise<void>;
}

/** Several at a time, in another order each round; those that have failed are left out from then on. */
async function runRound(fuzzing: Fuzzing, round: number, until: number): Promise<void> {
  const { options, tally } = fuzzing;
  const waiting = [...trialsOf(fuzzing), ...(round === 0 ? sweepsOf(fuzzing) : [])]
    .map((trial, index) => ({ trial, seed: mix(options.seed, round, index) | 0 }))
    .sort(
      (a, b) =>
        Number(b.trial.tellsMuch && round === 0) - Number(a.trial.tellsMuch && round === 0) ||
        a.seed - b.seed,
    );
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (performance.now() > until || options.signal?.aborted === true) return;
      if (!tally.faults.has(next.trial.what)) await next.trial.run(next.seed);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function trialsOf(fuzzing: Fuzzing): Trial[] {
  const { operations } = fuzzing.description;
  const ofRequests = operations.flatMap((operation) =>
    MANNERS.map((manner) => requestTrial(fuzzing, operation, manner)),
  );
  return [
    ...ofRequests,
    ...operations.map((operation) => protocolTrial(fuzzing, operation)),
    ...liveTrials(fuzzing),
  ];
}

function sweepsOf(fuzzing: Fuzzing): Trial[] {
  return fuzzing.description.operations.map((operation) => sweepTrial(fuzzing, operation));
}

function requestTrial(fuzzing: Fuzzing, operation: Operation, manner: Manner): Trial {
  const what = `${operation.name}, ${manner}`;
  const drafts = draftsOf(operation, manner, fuzzing.values);
  return {
    what,
    tellsMuch: manner === 'valid' && operation.method === 'GET' && !operation.path.includes('{'),
    run: (seed) =>
      findFault(fuzzing, what, seed, fuzzing.runs[manner], drafts, (draft) =>
        tryDraft(fuzzing, operation, draft),
      ),
  };
}

/** Not by chance: every text that has broken something, in every place. Once is enough. */
function sweepTrial(fuzzing: Fuzzing, operation: Operation): Trial {
  const what = `${operation.name}, each text in each place`;
  const drafts = draftsOf(operation, 'valid', fuzzing.values);
  const fields = operation.body === null ? [] : fuzzing.values.fieldsOf(operation.body);
  return {
    what,
    tellsMuch: false,
    async run(seed) {
      const [draft] = fc.sample(drafts, { seed, numRuns: 1 });
      if (draft === undefined) return;
      const wrong: Draft = { ...draft, manner: 'one wrong', hasToken: true };
      for (const changed of sweep(operation, wrong, fields, fuzzing.sweepEvery)) {
        const fault = await tryDraft(fuzzing, operation, changed);
        if (fault === null) continue;
        fuzzing.tally.faults.set(what, `${what}: ${fault}; sent ${fc.stringify(changed).slice(0, 1_000)}`);
        return;
      }
    },
  };
}

function protocolTrial(fuzzing: Fuzzing, operation: Operation): Trial {
  const what = `${operation.name}, broken HTTP`;
  const junk = protocolJunk(operation.path.replaceAll(/[{}]/g, ''));
  return {
    what,
    tellsMuch: false,
    run: (seed) =>
      findFault(fuzzing, what, seed, fuzzing.runs.protocol, junk, async ({ what: kind, text }) => {
        const { answers, isHanging } = await sendJunk(fuzzing.options.url, text, SOCKET_DEADLINE_MS);
        fuzzing.tally.requests += 1;
        for (const { status } of answers) count(fuzzing.tally, status);
        if (isHanging) {
          fuzzing.tally.hangs += 1;
          return `${kind}: the server holds the connection`;
        }
        const fault = answers
          .filter(({ text: body }) => body !== '')
          .map((answer) => fuzzing.check.faultOfAny(answer))
          .find((one) => one !== null);
        return fault === undefined ? null : `${kind}: ${fault}`;
      }),
  };
}

function liveTrials(fuzzing: Fuzzing): Trial[] {
  const { options, known, check } = fuzzing;
  const talking = {
    url: options.url,
    known,
    check,
    secrets: [options.token],
    deadlineMs: SOCKET_DEADLINE_MS,
  };
  const talk = 'the live feed, messages';
  const frames = 'the live feed, frames';
  return [
    {
      what: talk,
      tellsMuch: false,
      run: (seed) =>
        findFault(fuzzing, talk, seed, fuzzing.runs.live, liveTalks, async (messages) => {
          fuzzing.tally.requests += messages.length;
          return holdTalk(messages, talking);
        }),
    },
    {
      what: frames,
      tellsMuch: false,
      run: (seed) =>
        findFault(fuzzing, frames, seed, fuzzing.runs.live, brokenFrames, async (frame) => {
          fuzzing.tally.requests += 1;
          if (await breakFrame(options.url, frame, SOCKET_DEADLINE_MS)) return null;
          fuzzing.tally.hangs += 1;
          return `a frame ${frame}: the server holds the connection`;
        }),
    },
  ];
}

/** Draws, tries, and makes what fails as small as it can be. */
async function findFault<Case>(
  { tally, options }: Fuzzing,
  what: string,
  seed: number,
  numRuns: number,
  cases: fc.Arbitrary<Case>,
  attempt: (one: Case) => Promise<string | null>,
): Promise<void> {
  const property = fc.asyncProperty(cases, async (one) => {
    const fault = await attempt(one);
    if (fault !== null) throw new Error(fault);
  });
  const interruptAfterTimeLimit = options.shrinkingMs ?? SHRINKING_MS;
  const end = await fc.check(property, { seed, numRuns, interruptAfterTimeLimit });
  if (!end.failed || end.counterexample === null) return;
  const reason = end.errorInstance instanceof Error ? end.errorInstance.message : 'it failed';
  const [smallest] = end.counterexample;
  tally.faults.set(what, `${what} (seed ${seed}): ${reason}; sent ${fc.stringify(smallest).slice(0, 1_000)}`);
}

async function tryDraft(
  { options, known, sender, check, tally }: Fuzzing,
  operation: Operation,
  draft: Draft,
): Promise<string | null> {
  const made = writeRequest(operation, draft, { token: options.token, known });
  const sent = await sender.send(made);
  tally.requests += 1;
  if (sent.type === 'hang') {
    tally.hangs += 1;
    return `no answer to ${made.method} ${made.path.slice(0, 300)} within ${Math.round(sent.ms)} ms`;
  }
  if (sent.type === 'lost') return isTooLarge(made.body) ? null : `the connection was lost: ${sent.detail}`;
  const { answer, ms } = sent;
  tally.slowestMs = Math.max(tally.slowestMs, Math.round(ms));
  count(tally, answer.status);
  const fault = check.faultOf(operation, draft, answer);
  if (fault !== null) return `${made.method} ${made.path.slice(0, 300)}: ${fault}`;
  if (answer.status < 300 && String(answer.headers['content-type']).startsWith('application/json'))
    known.note(JSON.parse(answer.text));
  return null;
}

function isTooLarge(body: string | null): boolean {
  return body !== null && body.length > READ_BYTES;
}

function count(tally: Tally, status: number): void {
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  // `answer-check.ts` checks 502 and 503.
  if (status >= 500 && status !== 502 && status !== 503) tally.fiveHundreds += 1;
}
