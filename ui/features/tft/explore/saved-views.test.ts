import { expect, test } from 'vitest';

import { readStoredList } from '../../../lib/stored-list.ts';
import { isView, removeView, renameView, saveView } from './saved-views.ts';

const carries = { name: 'Carries', text: 'by=unit' };
const korea = { name: 'Korea', text: 'place=kr' };
const views = [carries, korea];

test.each([
  [
    'a view is saved in alphabetical order',
    saveView(views, ' Emblems  of 17 ', 'by=item'),
    [carries, { name: 'Emblems of 17', text: 'by=item' }, korea],
  ],
  [
    'a view of the same name is replaced',
    saveView(views, 'Korea', 'place=jp1'),
    [carries, { name: 'Korea', text: 'place=jp1' }],
  ],
  ['nothing is saved without a name', saveView(views, '   ', 'by=item'), views],
  ['nothing loses its name', renameView(views, 'Korea', ' '), views],
  [
    'a renamed view keeps its question',
    renameView(views, 'Korea', 'Asia'),
    [{ name: 'Asia', text: 'place=kr' }, carries],
  ],
  ['a removed view is gone', removeView(views, 'Carries'), [korea]],
  ['what is stored comes back', readStoredList(JSON.stringify(views), isView), views],
  ['nothing is stored', readStoredList(null, isView), []],
  ['what is stored is not JSON', readStoredList('not JSON', isView), []],
  ['what is stored is no list', readStoredList('{"name":"x"}', isView), []],
  ['what is stored has no views', readStoredList('[1,null,{"name":"x"},{"name":1,"text":"a"}]', isView), []],
])('%s', (_what, changed, expected) => {
  expect(changed).toEqual(expected);
});
