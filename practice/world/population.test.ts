import { expect, test } from 'vitest';
import { createPopulation } from './population.ts';

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
