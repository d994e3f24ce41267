import { expect, test } from 'vitest';
import { boundaryOf, readForm } from './multipart-form.ts';

const part = (head: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;

test('query and parameters are read, whatever they hold', () => {
  const value = 'a\r\nb --b not at a line start\r\n\r\n"é"';
  const body = Buffer.from(
    `${part('name="query"', 'select {v:String}')}${part('name="param_v"', value)}--b--\r\n`,
  );
  expect(readForm(body, 'b')).toEqual({ query: 'select {v:String}', parameters: [['v', value]] });
});

test('the boundary comes from the content type', () => {
  expect(boundaryOf('multipart/form-data; boundary=----x-1')).toBe('----x-1');
  expect(boundaryOf('multipart/form-data; boundary="y z"')).toBe('y z');
  expect(boundaryOf('text/plain')).toBeNull();
});

test.each([
  ['is cut off', part('name="query"', 'select 1').slice(0, -4)],
  ['carries a file', `${part('name="query"; filename="x"', 'select 1')}--b--\r\n`],
  ['has an unnamed part', `${part('', 'select 1')}--b--\r\n`],
  ['has another part', `${part('name="other"', '1')}--b--\r\n`],
  ['is empty', ''],
])('a form that %s is refused', (_name, body) => {
  expect(() => readForm(Buffer.from(body), 'b')).toThrow(/form/i);
});
