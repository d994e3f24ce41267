import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { LiveRequest } from '#/contract/live.ts';
import type { LolCollection } from '#/contract/lol-collection.ts';
import { findTopic } from '../live/live-topics.ts';
import { historyTopics } from './history-topics.ts';

const PUUID = `${'aB3_-'.repeat(15)}xyZ`;
const collection: LolCollection = {
  state: 'none',
  isRunning: false,
  isFresh: false,
  requestedAt: null,
  listedAt: null,
  endedAt: null,
  reason: null,
  progress: { total: 0, done: 0, unfetchable: 0, wanted: 0 },
  uncounted: 0,
  expectedEnd: null,
  placeInLine: null,
  refreshAfterSeconds: 0,
};
const topics = historyTopics({ describe: async (puuid) => ({ ...collection, reason: puuid }) });
const snapshotOf = async (topic: string): Promise<unknown> => {
  const found = findTopic(topics, topic);
  return found?.definition.snapshot(found.params);
};

test('a player is followed by their puuid, capitals and all', async () => {
  const topic = `lol-player/${PUUID}`;
  expect(Compile(LiveRequest).Check({ type: 'subscribe', topic })).toBe(true);
  expect(await snapshotOf(topic)).toMatchObject({ reason: PUUID });
});

test.each(['lol-player/nobody', `lol-player/${PUUID}/more`, 'lol-player'])(
  'there is no topic %s',
  async (topic) => {
    expect(await snapshotOf(topic)).toBe(undefined);
  },
);

test.each(['LOL-player/x', '/x', 'lol player', 'x/ü'])('no topic can be called %j', (topic) => {
  expect(Compile(LiveRequest).Check({ type: 'subscribe', topic })).toBe(false);
});
