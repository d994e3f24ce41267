/** Every real body that people published and that lies beside the project is read as the client would read it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test, type TestContext } from 'vitest';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import { isKnownStatus } from '#/domain/football/fixture-status.ts';
import { createEnvelopeShape } from './answer.ts';
import { readFixtureList } from './fixture-answer.ts';
import { createFixtureParser } from './parse-fixture.ts';
import { findUpstreamError } from './upstream-errors.ts';
import { readBody } from '../http/read-body.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data/football');

function needsData(context: TestContext): void {
  if (!existsSync(DATA)) context.skip('needs ../shared/data: real bodies, which are not part of the project');
}

function bodiesOf(pattern: RegExp): [name: string, bytes: Buffer][] {
  const names = readdirSync(DATA).filter((name) => pattern.test(name));
  return names.map((name) => [name, gunzipSync(readFileSync(join(DATA, name)))]);
}

function readAll(pattern: RegExp) {
  const parser = createFixtureParser();
  const rules = { shape: createEnvelopeShape(), maxBytes: 32 * 1024 * 1024 };
  return bodiesOf(pattern).map(([name, bytes]) => {
    const answer = readBody({ headers: {}, bytes, isWhole: true }, rules, new Date(0));
    if (answer.outcome !== 'ok') throw new Error(`${name}: ${JSON.stringify(answer)}`);
    const list = readFixtureList(answer, parser);
    if (list.outcome !== 'ok') throw new Error(`${name}: ${list.reason}`);
    const { fixtures, malformed } = list.body;
    return { name, bytes, body: answer.body, fixtures, malformed };
  });
}

test('every fixture of every body can be read, and every row of its events', (context) => {
  needsData(context);
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
  needsData(context);
  const parser = createFixtureParser();
  for (const { bytes, fixtures } of readAll(/^live_/)) {
    for (const fixture of fixtures) {
      expect(bytes.includes(fixture.bytes)).toBe(true);
      expect(parser.parse(fixture.bytes)).toEqual({ type: 'read', reading: fixture.reading });
    }
  }
});

test('lists by date and by season carry no events, lists of what is in play do', (context) => {
  needsData(context);
  const withEvents = (pattern: RegExp): FixtureReading[] =>
    readAll(pattern).flatMap(({ fixtures }) =>
      fixtures.map(({ reading }) => reading).filter(({ events }) => events !== null),
    );
  expect(withEvents(/^(date|league)_/)).toEqual([]);
  expect(withEvents(/^live_/).length).toBeGreaterThan(500);
});

test('an error that came with status 200 is an error', (context) => {
  needsData(context);
  const [first] = bodiesOf(/^error_/);
  const body = JSON.parse(String(first?.[1])) as { errors: unknown };
  expect(findUpstreamError(body.errors)).toMatchObject({ type: 'plan' });
});
