import { expect, test } from 'vitest';
import { writeSearchUrl } from './search-url.ts';

test('the words of the search stay words, whatever they hold, and the window is written as sites want it', () => {
  const query = {
    text: '(Ødegaard) (Arsenal OR "The Gunners") & #1?',
    since: new Date('2026-11-15T12:03:41.600Z'),
    until: new Date('2026-11-15T12:33:41.600Z'),
  };
  const url = writeSearchUrl(
    'https://example.com/{sinceDay}/{untilDay}?q={query}&a={since}&b={until}&c={sinceUnix}&d={untilUnix}&e={other}',
    query,
  );
  expect(url.searchParams.get('q')).toBe(query.text);
  url.searchParams.delete('q');
  expect(decodeURIComponent(url.href)).toBe(
    'https://example.com/2026-11-15/2026-11-15?a=2026-11-15T12:03:41.600Z&b=2026-11-15T12:33:41.600Z&c=1794744221&d=1794746022&e={other}',
  );
});
