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

test('a relative address is read against the page that holds it, and loses its fragment', () => {
  const read = readForeignUrl('../v/1.mp4#t=3', rules, new URL('https://example.com/posts/7'));
  expect(read).toMatchObject({ isUsable: true });
  expect(read.isUsable && read.url.href).toBe('https://example.com/v/1.mp4');
});

test('a name in another script is asked by its name in the resolver', () => {
  const read = readForeignUrl('https://bücher.example.com/', rules);
  expect(read.isUsable && read.url.hostname).toBe('xn--bcher-kva.example.com');
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
  'http://127.1:80/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127.0.0.1:9001/',
  'https://8.8.8.8/',
  'https://localhost/',
  'https://video.example.com:8443/',
  'http://169.254.169.254/latest/meta-data/',
])('%j is refused for where it leads', (text) => {
  expect(readForeignUrl(text, rules)).toMatchObject({ isUsable: false, fault: 'target' });
});

test('plain HTTP to public hosts is followed only where that is allowed', () => {
  expect(readForeignUrl('http://video.example.com/', { targets, isHttpAllowed: true }).isUsable).toBe(true);
});
