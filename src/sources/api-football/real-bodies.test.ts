/** Every real body that people published and that lies beside the project is read as the client would read it. */
import { expect, test } from 'vitest';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import { isKnownStatus } from '#/domain/football/fixture-status.ts';
import { needsRealBodies, realFiles } from '../../../test/support/real-bodies.ts';
import { createEnvelopeShape } from './answer.ts';
import { readFixtureList } from './fixture-answer.ts';
import { createFixtureParser } from './parse-fixture.ts';
import { findUpstreamError } from './upstream-errors.ts';
import { readBody } from '../http/read-body.ts';

function readAll(pattern: RegExp) {
  const parser = createFixtureParser();
  const rules = { shape: createEnvelopeShape(), maxBytes: 32 * 1024 * 1024 };
  return realFiles('football', pattern).map(({ name, bytes }) => {
    const answer = readBody({ headers: {}, bytes, isWhole: true }, rules, new Date(0));
    if (answer.outcome !== 'ok') throw new Error(`${name}: ${JSON.stringify(answer)}`);
    const list = readFixtureList(answer, parser);
    if (list.outcome !== 'ok') throw new Error(`${name}: ${list.reason}`);
    const { fixtures, malformed } = list.body;
    return { name, bytes, body: answer.body, fixtures, malformed };
  });
}

test('every fixture of every body can be read, and every row of its events', (context) => {
  needsRealBodies(context);
  const lists = readAll(/^(live|date|fixtures|league)_/);
  expect(lists.length).toBeGreaterThan(10);
  for (const { name, body, fixtures, malformed } of lists) {
    expect([name, findUpstreamError(body.errors), malformed]).toEqual([name, null, []]);
    const sent = body.response as { fixture: { id: number }; events?: unknown[] }[];
    expect(fixtures.map(({ reading }) => [reading.id, reading.events?.length])).toEqual(
      sent.map(({ fixture, events }) => [fixture.id, events?.length]),
    );
    expect(fixtures.every(({ reading }) => isKnownStatus(reading.status.code))).toBe(true);
  }
});

test('the bytes of every item are those of the body, and read again they say the same', (context) => {
  needsRealBodies(context);
  const parser = createFixtureParser();
  for (const { bytes, fixtures } of readAll(/^live_/)) {
    for (const fixture of fixtures) {
      expect(bytes.includes(fixture.bytes)).toBe(true);
      expect(parser.parse(fixture.bytes)).toEqual({ type: 'read', reading: fixture.reading });
    }
  }
});

test('lists by date and by season carry no events, lists of what is in play do', (context) => {
  needsRealBodies(context);
  const withEvents = (pattern: RegExp): FixtureReading[] =>
    readAll(pattern).flatMap(({ fixtures }) =>
      fixtures.map(({ reading }) => reading).filter(({ events }) => events !== null),
    );
  expect(withEvents(/^(date|league)_/)).toEqual([]);
  expect(withEvents(/^live_/).length).toBeGreaterThan(500);
});

test('an error that came with status 200 is an error', (context) => {
  needsRealBodies(context);
  const [first] = realFiles('football', /^error_/);
  const body = JSON.parse(String(first?.bytes)) as { errors: unknown };
  expect(findUpstreamError(body.errors)).toMatchObject({ type: 'plan' });
});
