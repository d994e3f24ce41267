import { expect, test } from 'vitest';
import { createCodeBook } from './code-book.ts';
import { OTHER_CODE } from './stored-codes.ts';

test('a code is found by its kind and id', () => {
  const book = createCodeBook([
    { kind: 'unit', code: 3, id: 'same' },
    { kind: 'item', code: 4, id: 'same' },
    { kind: 'trait', code: 5, id: 'same' },
    { kind: 'trait', code: 6, id: 'same@2' },
    { kind: 'trait', code: 7, id: 'same@3' },
  ]);
  expect([book.unit('same'), book.item('same').code, book.trait('same')]).toEqual([3, 4, 5]);
  expect([book.traitAt('same', 2), book.traitAt('same', 3)]).toEqual([6, 7]);
  expect(book.takeMissing()).toEqual([]);
});

test('what has no code is missing, once, until it is taken', () => {
  const book = createCodeBook([{ kind: 'trait', code: 1, id: 'known@1' }]);
  for (let time = 0; time < 2; time++) {
    book.unit('u');
    book.item('i');
    book.trait('known');
    book.traitAt('known', 1);
    book.traitAt('known', 2);
    book.traitAt('new', 1);
  }
  expect(book.takeMissing()).toEqual([
    { kind: 'unit', ids: ['u'] },
    { kind: 'item', ids: ['i'] },
    { kind: 'trait', ids: ['known', 'known@2', 'new@1'] },
  ]);
  expect(book.takeMissing()).toEqual([]);
  book.unit('u');
  expect(book.takeMissing()).toEqual([{ kind: 'unit', ids: ['u'] }]);
});

test.each([
  ['too long', 'x'.repeat(101)],
  ['half a character', 'x\ud800'],
  ['a zero byte', 'x\0'],
])('what cannot be kept as an id is counted with everything else: %s', (_, id) => {
  const book = createCodeBook();
  expect([book.unit(id), book.item(id).code, book.trait(id), book.traitAt(id, 1)]).toEqual(
    Array(4).fill(OTHER_CODE),
  );
  expect(book.takeMissing()).toEqual([]);
});

test('an id of 100 characters can be kept', () => {
  const book = createCodeBook();
  expect(book.unit('x'.repeat(100))).toBe(0);
  expect(book.takeMissing()).toEqual([{ kind: 'unit', ids: ['x'.repeat(100)] }]);
});

test('tiers beyond any are one', () => {
  const book = createCodeBook();
  book.traitAt('t', 255);
  book.traitAt('t', 2_000_000_000);
  expect(book.takeMissing()).toEqual([{ kind: 'trait', ids: ['t@255'] }]);
});
