import { expect, test } from 'vitest';

import { seriesTitle } from './series-titles.ts';

test.each([
  ['games-stored', 'Games stored'],
  ['projector-lag-seconds', 'Statistics lag'],
  ['newest-body-seconds', 'Newest body'],
  ['heap-bytes', 'Heap'],
  ['constructor', 'Constructor'],
  ['', ''],
])('%s is called %s', (name, title) => {
  expect(seriesTitle(name)).toBe(title);
});
