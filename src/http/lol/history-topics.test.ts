import { LiveRequest } from '#/contract/live.ts';
import { findTopic } from '#/http/live/feed.ts';
import type { NameLookup } from '#/match/people.ts';
import { historyTopics } from './history-topics.ts';
import { NO_COLLECTION } from './lol-access-under-test.ts';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';

const PUUID = `${'aB3_-'.repeat(15)}xyZ`;
const lookup: NameLookup = {
  id: '7',
  gameName: 'Ana',
  tagLine: 'EUW',
  platformHint: null,
  collects: true,
  state: 'waiting',
  puuid: null,
  requestedAt: new Date(0),
  endedAt: null,
  reason: null,
  isKeyFault: false,
};
const lookups: Readonly<Record<string, NameLookup>> = {
  7: lookup,
  8: { ...lookup, state: 'found', puuid: PUUID },
  9: { ...lookup, state: 'nobody' },
};
const topics = historyTopics(
  { describe: async (puuid) => ({ ...NO_COLLECTION, reason: puuid }) },
  { read: async (id) => lookups[id] },
);
const snapshotOf = async (topic: string): Promise<unknown> => {
  const found = findTopic(topics, topic);
  return found?.definition.snapshot(found.params);
};

test('a player is followed by their puuid, capitals and all', async () => {
  const topic = `lol-player/${PUUID}`;
  expect(Compile(LiveRequest).Check({ type: 'subscribe', topic })).toBe(true);
  expect(await snapshotOf(topic)).toMatchObject({ reason: PUUID });
});

test.each([
  ['7', { state: 'finding', isRunning: true }],
  ['8', { state: 'none', reason: PUUID }],
  ['9', { state: 'failed', isRunning: false, reason: 'No player has this Riot ID.' }],
])('look-up %s is followed until the collection takes its place', async (id, expected) => {
  expect(await snapshotOf(`lol-lookup/${id}`)).toMatchObject(expected);
});

test.each(['lol-lookup/x', 'lol-lookup/1', 'lol-player/nobody', `lol-player/${PUUID}/more`, 'lol-player'])(
  'there is no topic %s',
  async (topic) => {
    expect(await snapshotOf(topic)).toBe(undefined);
  },
);

test.each(['LOL-player/x', '/x', 'lol player', 'x/ü'])('no topic can be called %j', (topic) => {
  expect(Compile(LiveRequest).Check({ type: 'subscribe', topic })).toBe(false);
});
