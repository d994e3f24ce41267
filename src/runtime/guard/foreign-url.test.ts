import { expect, test } from 'vitest';
import { readForeignUrl } from './foreign-url.ts';
import { createTargetRules } from './target-rules.ts';

const targets = createTargetRules({ allowedPairs: ['127.0.0.1:9000'], hosts: null });
const rules = { targets, isHttpAllowed: false };

test.each([
  'https://video.example.com/a.mp4?x=1',
  'http://127.0.0.1:9000/a.mp4',
  '  https://video.example.com/a.mp4',
])('%j is followed', (text) => {
  expect(readForeignUrl(text, rules)).toMatchObject({ isUsable: true });
});

test.each([
  // Read against the page that holds it, without its fragment.
  ['../v/1.mp4#t=3', 'https://example.com/v/1.mp4'],
  // A name in another script is asked by its name in the resolver.
  ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
])('%s is asked as %s', (text, href) => {
  const read = readForeignUrl(text, rules, new URL('https://example.com/posts/7'));
  expect(read.isUsable && read.url.href).toBe(href);
});

test.each([
  'file:///etc/passwd',
  'ftp://example.com/a.mp4',
  'javascript:alert(1)',
  'data:video/mp4;base64,AAAA',
  'gopher://example.com/',
  'http://video.example.com/a.mp4',
  'https://user@video.example.com/',
  'https://user:password@video.example.com/',
  'https://video.example.com/\u0000',
  'https://video.exa\nmple.com/',
  `https://video.example.com/${'a'.repeat(2_100)}`,
  'video.example.com/a.mp4',
  'https://',
  '',
])('%j is refused for its form', (text) => {
  expect(readForeignUrl(text, rules)).toMatchObject({ isUsable: false, fault: 'form' });
});

test.each([
  'https://127.0.0.1/',
  'http://0177.0.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'https://video.example.com:8443/',
])('%j is refused for where it leads', (text) => {
  expect(readForeignUrl(text, rules)).toMatchObject({ isUsable: false, fault: 'target' });
});

test('plain HTTP to public hosts is followed only where that is allowed', () => {
  expect(readForeignUrl('http://video.example.com/', { targets, isHttpAllowed: true }).isUsable).toBe(true);
});
