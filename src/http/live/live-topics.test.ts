import { expect, test } from 'vitest';
import { findTopic, type TopicDefinition } from './live-topics.ts';

const define = (name: string): TopicDefinition => ({ name, snapshot: async () => null });
const topics = [define('status'), define('account/:id'), define('account/:id/match/:match')];

test.each([
  ['status', 'status', {}],
  ['account/42', 'account/:id', { id: '42' }],
  ['account/42/match/euw1_7', 'account/:id/match/:match', { id: '42', match: 'euw1_7' }],
])('%s is found under %s', (topic, name, params) => {
  const found = findTopic(topics, topic);
  expect(found?.definition.name).toBe(name);
  expect(found?.params).toEqual(params);
});

test.each([
  '',
  'statuses',
  'status/',
  'account',
  'account/',
  'account/42/match',
  'account//match/1',
  'account/:id/x/y',
])('%j is no topic', (topic) => {
  expect(findTopic(topics, topic)).toBeUndefined();
});
