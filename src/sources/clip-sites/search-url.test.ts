import { expect, test } from 'vitest';
import { writeSearchUrl } from './search-url.ts';

const query = {
  text: '(Ødegaard) (Arsenal OR "The Gunners") & #1?',
  since: new Date('2026-11-15T12:03:41.600Z'),
  until: new Date('2026-11-15T12:33:41.600Z'),
};

test('the words of the search stay words, whatever they hold', () => {
  const url = writeSearchUrl('https://example.com/search?q={query}&f=live', query);
  expect(url.searchParams.get('q')).toBe(query.text);
  expect(url.searchParams.get('f')).toBe('live');
  expect(url.hash).toBe('');
});

test('the window can be written as sites want it', () => {
  const url = writeSearchUrl(
    'https://example.com/{sinceDay}/{untilDay}?a={since}&b={until}&c={sinceUnix}&d={untilUnix}&e={other}',
    query,
  );
  expect(decodeURIComponent(url.href)).toBe(
    'https://example.com/2026-11-15/2026-11-15?a=2026-11-15T12:03:41.600Z&b=2026-11-15T12:33:41.600Z&c=1794744221&d=1794746022&e={other}',
  );
});
