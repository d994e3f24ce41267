/** What the client tells of fixtures: each item of an answer stands for itself, so that a bad one never spoils the others. */
import type { FixtureReading } from '#/domain/football/fixture.ts';
import { describeValue } from '../http/body-shape.ts';
import type { Malformed, Ok, Outcome } from '../outcome.ts';
import type { Envelope } from './answer.ts';
import { cutItems } from './cut-items.ts';
import type { FixtureParser } from './parse-fixture.ts';

interface ReadFixture {
  readonly reading: FixtureReading;
  /** The item exactly as it was sent, cut out of the body. */
  readonly bytes: Buffer;
}

interface MalformedFixture {
  /** Null when not even that can be read. */
  readonly id: number | null;
  readonly reason: string;
  readonly bytes: Buffer;
}

export interface FixtureList {
  readonly fixtures: readonly ReadFixture[];
  readonly malformed: readonly MalformedFixture[];
}

type CallFailure = Exclude<Outcome<never>, { readonly outcome: 'ok' }>;

/**
 * What became of one id that was asked for.
 * - read: here it is.
 * - missing: the answer was good and did not hold it. That says nothing of the fixture.
 * - malformed: it was there and cannot be read.
 * - failed: the call that should have brought it failed.
 */
export type FixtureAnswer =
  | ({ readonly answer: 'read' } & ReadFixture)
  | { readonly answer: 'missing' }
  | ({ readonly answer: 'malformed' } & MalformedFixture)
  | { readonly answer: 'failed'; readonly failure: CallFailure };

/** More than are played on earth in a day. */
const MAX_ITEMS = 10_000;

export function readFixtureList(answer: Ok<Envelope>, parser: FixtureParser): Ok<FixtureList> | Malformed {
  const { response } = answer.body;
  const { bytes, fetchedAt } = answer;
  if (!Array.isArray(response) || response.length > MAX_ITEMS) {
    const reason = `response is ${describeValue(response)}; expected a list of at most ${MAX_ITEMS}`;
    return { outcome: 'malformed', fault: 'shape', reason, bytes, isWhole: true, fetchedAt };
  }
  const items: readonly unknown[] = response;
  const cuts = cutItems(bytes) ?? [];
  const fixtures: ReadFixture[] = [];
  const malformed: MalformedFixture[] = [];
  for (const [index, item] of items.entries()) {
    // Cuts that do not tally with what was parsed are not to be trusted.
    const cut = cuts.length === items.length ? cuts[index] : undefined;
    // A copy: a view would keep the whole body in memory for as long as one of its items.
    const exact = Buffer.from(cut ?? JSON.stringify(item));
    const parsed = parser.read(item);
    if (parsed.type === 'read') fixtures.push({ reading: parsed.reading, bytes: exact });
    else malformed.push({ id: parsed.id, reason: parsed.reason, bytes: exact });
  }
  return { outcome: 'ok', body: { fixtures, malformed }, bytes, fetchedAt };
}
