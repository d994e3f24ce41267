import { expect, test } from 'vitest';
import { createPopulation } from './population.ts';

const population = createPopulation(2, 20_000);
const { people } = population;
const players = people.map((person) => person.player);
const share = (isCounted: (person: (typeof people)[number]) => boolean): number =>
  people.filter(isCounted).length / people.length;

test('finds every player by name, in any case and with or without spaces', () => {
  // So no two players have the same name.
  for (const player of players) {
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
  const meanOf = (value: (skill: { tft: number; lol: number }) => number): number =>
    people.reduce((sum, { skill }) => sum + value(skill), 0) / people.length;
  const [tft, lol] = [meanOf((skill) => skill.tft ** 2), meanOf((skill) => skill.lol ** 2)];

  for (const square of [tft, lol]) expect(Math.abs(square - 1)).toBeLessThan(0.06);
  const together = meanOf((skill) => skill.tft * skill.lol) / Math.sqrt(tft * lol);
  expect(Math.abs(together - 0.6)).toBeLessThan(0.1);
});
