import { expect, test } from 'vitest';

import { readStoredList } from '../../../lib/stored-list.ts';
import { isView, removeView, renameView, saveView } from './saved-views.ts';

const views = [
  { name: 'Carries', text: 'by=unit' },
  { name: 'Korea', text: 'place=kr' },
];

test('a view is saved in alphabetical order', () => {
  expect(saveView(views, ' Emblems  of 17 ', 'by=item').map(({ name }) => name)).toEqual([
    'Carries',
    'Emblems of 17',
    'Korea',
  ]);
});

test('a view of the same name is replaced', () => {
  expect(saveView(views, 'Korea', 'place=jp1')).toEqual([views[0], { name: 'Korea', text: 'place=jp1' }]);
});

test('nothing is saved without a name', () => {
  expect(saveView(views, '   ', 'by=item')).toEqual(views);
  expect(renameView(views, 'Korea', ' ')).toEqual(views);
});

test('a renamed view keeps its question', () => {
  expect(renameView(views, 'Korea', 'Asia')).toEqual([{ name: 'Asia', text: 'place=kr' }, views[0]]);
});

test('a removed view is gone', () => {
  expect(removeView(views, 'Carries')).toEqual([views[1]]);
});

test('what is stored comes back', () => {
  expect(readStoredList(JSON.stringify(views), isView)).toEqual(views);
});

test.each([[null], ['not JSON'], ['{"name":"x"}'], ['[1,null,{"name":"x"},{"name":1,"text":"a"}]']])(
  '%s is no view',
  (stored) => {
    expect(readStoredList(stored, isView)).toEqual([]);
  },
);
