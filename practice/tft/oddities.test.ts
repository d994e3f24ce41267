import { expect, test } from 'vitest';
import { mix } from '../randomness.ts';
import type { Patch } from '../world/world.ts';
import {
  DEFAULT_ODDITIES,
  type Oddity,
  UNKNOWN_ITEM_PREFIX,
  createOddityDraw,
  createTftMatchBody,
} from './match-body.ts';
import { playGame } from './game-for-tests.ts';
import { createTftRules } from './rules.ts';
import { createTftTruth } from './truth.ts';

const truth = createTftTruth(1);
const rules = createTftRules(truth);
const patch: Patch = { number: 2, set: 12, minor: 3, startsAt: Date.UTC(2026, 4, 20) };
const puuidOf = (): string => 'a puuid';

/** How a reader of the body knows the oddity. */
const SIGNS: Readonly<Record<Oddity, (text: string) => boolean>> = {
  unreadableVersion: (text) => text.includes('"game_version":"TFT Unreal Version ?.?.?.?"'),
  missingVersion: (text) => !text.includes('"game_version"'),
  zeroDamage: (text) =>
    !/"total_damage_to_players":[1-9]/.test(text) && !/"players_eliminated":[1-9]/.test(text),
  emptyBoards: (text) => text.includes('"traits":[],"units":[]'),
  falseAbort: (text) => text.includes('"endOfGameResult":"Abort_TooFewPlayers"'),
  lowerCaseIds: (text) => text.includes('"character_id":"pra_12_'),
  missingPartnerGroups: (text) => !text.includes('"partner_group_id"'),
  unknownFields: (text) => text.includes('"practice_event"') && text.includes('"practice_note":null'),
  augments: (text) => text.includes('"augments":["PRA_12_Augment_'),
  unknownItem: (text) => text.includes(UNKNOWN_ITEM_PREFIX),
  oddRarities: (text) => text.includes('"rarity":7') && /"rarity":[89]/.test(text),
};
const oddities = Object.keys(SIGNS) as Oddity[];

test.each(oddities)('%s shows in the bodies that have it, and in no others', (oddity) => {
  const body = createTftMatchBody({ truth, oddities: { [oddity]: 0.3 } });
  const draw = createOddityDraw({ [oddity]: 0.3 });
  let odd = 0;
  for (let index = 0; index < 150; index++) {
    const game = playGame({ rules, seed: mix(3, index), patch, queue: 1160 });
    const text = body(game, puuidOf);
    for (const other of oddities)
      expect([other, SIGNS[other](text)]).toEqual([other, other === oddity && draw(game.seed).has(oddity)]);
    if (draw(game.seed).has(oddity)) odd++;
  }
  // 45, give or take four standard deviations.
  expect(Math.abs(odd - 45)).toBeLessThan(23);
});

test('each oddity comes at its default share', () => {
  const draw = createOddityDraw(DEFAULT_ODDITIES);
  const games = 60_000;
  const counts = new Map<Oddity, number>();
  for (let index = 0; index < games; index++)
    for (const oddity of draw(mix(4, index))) counts.set(oddity, (counts.get(oddity) ?? 0) + 1);
  for (const oddity of oddities) {
    const expected = games * DEFAULT_ODDITIES[oddity];
    expect(Math.abs((counts.get(oddity) ?? 0) - expected)).toBeLessThan(4.5 * Math.sqrt(expected));
  }
});
