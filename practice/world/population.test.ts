import { expect, test } from 'vitest';
import { createPopulation } from './population.ts';
import { PLATFORM_REGIONS } from './world.ts';

const population = createPopulation(2, 20_000);
const { people } = population;
const players = people.map((person) => person.player);
const share = (isCounted: (person: (typeof people)[number]) => boolean): number =>
  people.filter(isCounted).length / people.length;

test('no two players have the same name, not even apart from case and spaces', () => {
  const names = players.map(({ gameName, tagLine }) =>
    `${gameName}#${tagLine}`.toLowerCase().replaceAll(' ', ''),
  );

  expect(new Set(names).size).toBe(20_000);
});

test('every player is found by name, in any case and with or without spaces', () => {
  for (const player of players.filter(({ index }) => index % 50 === 0)) {
    const { gameName, tagLine } = player;
    expect(population.find(gameName, tagLine)?.player).toBe(player);
    expect(population.find(gameName.toUpperCase(), tagLine.toLowerCase())?.player).toBe(player);
    expect(population.find(` ${gameName.replaceAll(' ', '')} `, tagLine)?.player).toBe(player);
    expect(population.find(gameName, `${tagLine}X`)).toBeUndefined();
  }
});

test('names are as long as Riot allows, of several scripts, some with spaces', () => {
  for (const { gameName, tagLine } of players) {
    expect(gameName).toMatch(/^\S.{1,14}\S$/u);
    expect(tagLine).toMatch(/^[A-Z0-9]{3,5}$/);
  }
  for (const script of [/ /, /\p{Script=Hangul}/u, /\p{Script=Hiragana}/u, /\p{Script=Han}/u, /[à-ÿ]/])
    expect(players.filter(({ gameName }) => script.test(gameName)).length).toBeGreaterThan(50);
});

test('every platform has at least a thousand players', () => {
  for (const platform of Object.keys(PLATFORM_REGIONS))
    expect(players.filter((player) => player.platform === platform).length).toBeGreaterThan(1000);
});

test('a larger world begins with the same players', () => {
  expect(createPopulation(2, 100).people).toEqual(people.slice(0, 100));
  expect(createPopulation(3, 100).people).not.toEqual(people.slice(0, 100));
});

test('each effect is planted in a third of the players, independently of the others', () => {
  // Six standard deviations of a third of 20,000 are 0.02.
  for (const effect of ['hour', 'weekday', 'tilt'] as const)
    expect(Math.abs(share(({ effects }) => effects[effect] !== null) - 1 / 3)).toBeLessThan(0.02);
  const none = share(
    ({ effects: { hour, weekday, tilt } }) => hour === null && weekday === null && tilt === null,
  );
  expect(Math.abs(none - 8 / 27)).toBeLessThan(0.02);
});

test('skill in the two games is spread like a z-score and goes together', () => {
  let tft = 0;
  let lol = 0;
  let both = 0;
  for (const { skill } of people) {
    tft += skill.tft ** 2;
    lol += skill.lol ** 2;
    both += skill.tft * skill.lol;
  }

  expect(Math.abs(tft / people.length - 1)).toBeLessThan(0.06);
  expect(Math.abs(lol / people.length - 1)).toBeLessThan(0.06);
  expect(both / Math.sqrt(tft * lol)).toBeGreaterThan(0.5);
  expect(both / Math.sqrt(tft * lol)).toBeLessThan(0.7);
});
