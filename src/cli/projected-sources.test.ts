import { expect, test } from 'vitest';
import { askedSources } from './projection-task.ts';

test.each([
  [undefined, ['tft', 'lol']],
  ['tft', ['tft']],
  ['lol', ['lol']],
])('--source %s means %s', (source, sources) => {
  expect(askedSources({ options: { source } })).toEqual(sources);
});

test('a source that there is no projection of is refused, with what there is', () => {
  expect(() => askedSources({ options: { source: 'football' } })).toThrow(
    '"football" is not a source of statistics',
  );
});
