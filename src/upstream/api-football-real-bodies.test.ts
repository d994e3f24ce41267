/** Every real body that people published and that lies beside the project is read as the client would read it. */
import { expect, test } from 'vitest';
import { isKnownStatus } from '#/domain/football/fixture-status.ts';
import { needsRealBodies, realFiles } from '../../test/support/real-bodies.ts';
import { findUpstreamError } from './api-football-answer.ts';
import { FOOTBALL_BODY, readFixtureList } from './api-football.ts';
import { createFixtureParser } from './api-football-fixture.ts';
import { readBody } from './body.ts';

function readAll(pattern: RegExp) {
  const parser = createFixtureParser();
  return realFiles('football', pattern).map(({ name, bytes }) => {
    const answer = readBody({ headers: {}, bytes, isWhole: true }, FOOTBALL_BODY, new Date(0));
    if (answer.outcome !== 'ok') throw new Error(`${name}: ${JSON.stringify(answer)}`);
    const list = readFixtureList(answer, parser);
    if (list.outcome !== 'ok') throw new Error(`${name}: ${list.reason}`);
    const { fixtures, malformed } = list.body;
    return { name, body: answer.body, fixtures, malformed };
  });
}

test('every fixture of every body is read with its rows; only lists of what is in play have rows', (context) => {
  needsRealBodies(context);
  const parser = createFixtureParser();
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
  const rowsIn = (pattern: RegExp) =>
    lists
      .filter(({ name }) => pattern.test(name))
      .flatMap(({ fixtures }) => fixtures.filter(({ reading }) => reading.events !== null));
  expect(rowsIn(/^(date|league)_/)).toEqual([]);
  expect(rowsIn(/^live_/).length).toBeGreaterThan(500);
  for (const { fixtures } of lists.filter(({ name }) => name.startsWith('live_')))
    for (const fixture of fixtures) {
      expect(parser.parse(fixture.bytes)).toEqual({ type: 'read', reading: fixture.reading });
    }
});

test('an error that came with status 200 is an error', (context) => {
  needsRealBodies(context);
  const [first] = realFiles('football', /^error_/);
  const body = JSON.parse(String(first?.bytes)) as { errors: unknown };
  expect(findUpstreamError(body.errors)).toMatchObject({ kind: 'plan' });
});
