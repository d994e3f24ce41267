import { expect, test } from 'vitest';
import { planMigrations } from './migration-plan.ts';

const first = { name: '0001-first', checksum: 'a' };
const second = { name: '0002-second-step', checksum: 'b' };

test('only what the ledger lacks is pending, in order', () => {
  expect(planMigrations([first, second], [])).toEqual({
    ok: true,
    pending: ['0001-first', '0002-second-step'],
  });
  expect(planMigrations([first, second], [first])).toEqual({ ok: true, pending: ['0002-second-step'] });
  expect(planMigrations([first, second], [first, second])).toEqual({ ok: true, pending: [] });
});

test.each([
  ['a changed file', [{ ...first, checksum: 'x' }], [first], /0001-first was changed/],
  ['a missing file', [first], [first, second], /0002-second-step .* missing/],
  ['a gap', [{ ...first, name: '0002-first' }], [], /expected 1/],
  ['a number used twice', [first, { ...second, name: '0001-other' }], [], /expected 2/],
  ['an odd name', [{ ...first, name: '1-First' }], [], /not a migration name/],
])('%s is refused', (_what, files, applied, words) => {
  const plan = planMigrations(files, applied);

  expect(plan).toMatchObject({ ok: false, fault: expect.stringMatching(words) });
});
