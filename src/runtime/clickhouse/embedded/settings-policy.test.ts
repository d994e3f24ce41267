import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitSettings, readerSettings } from './settings-policy.ts';

const limits = { seconds: 10, memoryBytes: 1000, resultRows: 100 };
const admit = (account: 'writer' | 'reader', ...settings: [string, string][]) =>
  admitSettings(settings, account, limits, (name) => !name.startsWith('unknown'));

test('a reader keeps what shapes its answer and tightens its limits', () => {
  const settings: [string, string][] = [
    ['output_format_json_quote_64bit_integers', '1'],
    ['max_execution_time', '3'],
    ['max_result_rows', '100'],
  ];
  expect(admit('reader', ...settings)).toEqual(settings);
});

test.each(['0', '-1', '', ' ', 'NaN', 'inf', '11', '1e9'])(
  'a reader cannot ask for %j seconds: 0 is no limit to the engine, and 10 are allowed',
  (seconds) => {
    expect(() => admit('reader', ['max_execution_time', seconds])).toThrow(
      'max_execution_time may lie between 1 and 10',
    );
  },
);

test('whatever a reader asks for, its session ends up read-only and within its limits', () => {
  const name = fc.constantFrom(
    'max_execution_time',
    'max_memory_usage',
    'max_result_rows',
    'readonly',
    'result_overflow_mode',
  );
  const value = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('', 'inf', '1e9', '-1', 'NaN', ' 5 ', '0x5', 'throw', 'break'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 5 }), (asked) => {
      let admitted;
      try {
        admitted = admit('reader', ...asked);
      } catch {
        return;
      }
      const settings = readerSettings(limits, admitted);
      const final = new Map(settings);
      expect(settings.at(-1)).toEqual(['readonly', '1']);
      for (const [setting, most] of [
        ['max_execution_time', 10],
        ['max_memory_usage', 1_000],
        ['max_result_rows', 100],
      ] as const) {
        // 0 and less are no limit to the engine.
        expect(Number(final.get(setting))).toBeGreaterThan(0);
        expect(Number(final.get(setting))).toBeLessThanOrEqual(most);
      }
      expect(final.get('result_overflow_mode')).toBe('throw');
    }),
  );
});

test('settings of the HTTP layer never reach the engine', () => {
  expect(admit('reader', ['wait_end_of_query', '1'], ['enable_http_compression', '1'])).toEqual([]);
});

test("a writer's readonly comes last, because nothing can be set after it", () => {
  expect(admit('writer', ['readonly', '1'], ['max_threads', '2'])).toEqual([
    ['max_threads', '2'],
    ['readonly', '1'],
  ]);
});

test.each(['writer', 'reader'] as const)(
  'a %s hears of unknown settings and cannot change the dialect',
  (account) => {
    expect(() => admit(account, ['unknown_thing', '1'])).toThrow("Unknown setting 'unknown_thing'");
    expect(() => admit(account, ['dialect', 'kusto'])).toThrow("Cannot modify 'dialect'");
  },
);
