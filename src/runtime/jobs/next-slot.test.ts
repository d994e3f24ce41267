import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { createNextSlot } from './next-slot.ts';

const calendar = new PgBoss({ db: { executeSql: () => Promise.reject(new Error('no database')) } });
const hourly = { cron: '5 * * * *', timeZone: 'UTC' };
const at = (time: string) => new Date(`2026-11-16T${time}:00Z`);

function counting() {
  const asked: string[] = [];
  const nextSlot = createNextSlot({
    previewSchedule(cron, options) {
      asked.push(cron);
      return calendar.previewSchedule(cron, options);
    },
  });
  return { asked, nextSlot };
}

test('an answer serves until its slot has come, and not a moment longer', () => {
  const { asked, nextSlot } = counting();

  expect(nextSlot(hourly, at('10:00'))).toEqual(at('10:05'));
  expect(nextSlot(hourly, at('10:04'))).toEqual(at('10:05'));
  expect(asked).toHaveLength(1);
  expect(nextSlot(hourly, at('10:05'))).toEqual(at('11:05'));
  expect(asked).toHaveLength(2);
});

test('a moment before the one that was asked for is looked up again', () => {
  const { nextSlot } = counting();

  expect(nextSlot(hourly, at('10:10'))).toEqual(at('11:05'));
  expect(nextSlot(hourly, at('09:00'))).toEqual(at('09:05'));
});

test('rules do not share their answers, nor does one rule in two zones', () => {
  const { nextSlot } = counting();
  const noon = { cron: '0 12 * * *', timeZone: 'UTC' };

  expect(nextSlot(noon, at('00:00'))).toEqual(at('12:00'));
  expect(nextSlot({ ...noon, timeZone: 'Europe/Berlin' }, at('00:00'))).toEqual(at('11:00'));
  expect(nextSlot({ ...noon, cron: '0 13 * * *' }, at('00:00'))).toEqual(at('13:00'));
});
