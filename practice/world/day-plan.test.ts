import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planDay } from './day-plan.ts';
import { createPopulation } from './population.ts';
import { SLOTS_IN_USE } from './slots.ts';

const { people } = createPopulation(8, 600);
const person = fc.constantFrom(...people);
const day = fc.integer({ min: 0, max: 5000 });
const weekday = fc.integer({ min: 0, max: 6 });

test('a slot is never meant for both games, and none lies beyond the day', () => {
  fc.assert(
    fc.property(person, day, weekday, (person, day, weekday) => {
      const { tft, lol } = planDay(1, person, day, weekday);
      expect(tft & lol).toBe(0);
      expect(tft >= 0 && lol >= 0 && (tft | lol) < 2 ** SLOTS_IN_USE).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('who plays only one of the games never means to play the other', () => {
  fc.assert(
    fc.property(person, day, weekday, (person, day, weekday) => {
      const { tftShare } = person.habits;
      const { tft, lol } = planDay(1, person, day, weekday);
      expect(tftShare === 0 ? tft : 0).toBe(0);
      expect(tftShare === 1 ? lol : 0).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('players of one habit play more on the weekdays that they like', () => {
  const [least, most] = [0.9, 1.3];
  const count = (isFavourite: (factor: number) => boolean): number => {
    let slots = 0;
    let days = 0;
    for (const person of people)
      for (const [weekday, factor] of person.habits.weekdayFactors.entries()) {
        if (person.habits.gamesPerDay === 0 || !isFavourite(factor)) continue;
        const { tft, lol } = planDay(1, person, weekday, weekday);
        slots += (tft | lol).toString(2).replaceAll('0', '').length / person.habits.gamesPerDay;
        days++;
      }
    return slots / days;
  };

  expect(count((factor) => factor > most)).toBeGreaterThan(1.1 * count((factor) => factor < least));
});
