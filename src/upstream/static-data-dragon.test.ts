import { expect, test } from 'vitest';
import {
  isAugment,
  readVersions,
  toItemEntries,
  toTraitEntries,
  toUnitEntries,
} from './static-data-files.ts';

const image = { full: 'Bee Keeper.png', sprite: 's.png', group: 'tft-champion', x: 0, y: 0 };

test('units are known by the id inside, whatever the key is', () => {
  const file = {
    data: {
      'Maps/Shop/Set_BeeKeeper': { id: 'Set_BeeKeeper', name: 'Bee<br>keeper', tier: 3, image },
      Set_Cooper: { id: 'Set_Cooper', name: '', tier: 99 },
    },
  };
  expect(toUnitEntries(file, '1.2.3')).toEqual([
    {
      id: 'set_beekeeper',
      name: 'Bee keeper',
      icon: { origin: 'data-dragon', path: 'cdn/1.2.3/img/tft-champion/Bee%20Keeper.png' },
      cost: 3,
      traits: [],
      sets: [],
    },
    { id: 'set_cooper', name: null, icon: null, cost: null, traits: [], sets: [] },
  ]);
});

test('what cannot be read is left out, and the rest stays', () => {
  const data = {
    a: null,
    b: { name: 'no id' },
    c: { id: 7, name: 'a number' },
    d: { id: '<script>', name: 'no id at all' },
    e: { id: 'Set_Hive', name: 'Hive\u0000\n X', image: { full: 1 } },
    f: { id: 'Set_Gift', name: 'tft_item_name_Gift', image: null },
    g: { id: 'Set_Gain', name: 'Gain @Count@ gold' },
  };
  expect(toItemEntries({ data }, '1.2.3').map(({ id, name }) => [id, name])).toEqual([
    ['set_gift', null],
    ['set_gain', null],
  ]);
  const { e: _, ...rest } = data;
  const readable = { ...rest, e: { id: 'Set_Hive', name: 'Hive\u0000\n X' } };
  expect(toTraitEntries({ data: readable }, '1.2.3').at(-1)).toEqual({
    id: 'set_hive',
    name: 'Hive X',
    icon: null,
    thresholds: [],
    sets: [],
  });
});

test('augments are not taken, emblems from augments are', () => {
  const ids = ['TFT9_Augment_Honey', 'DA_18_EmblemFaeAugment', 'TFT_Item_BlueBuff'];
  const data = Object.fromEntries(ids.map((id) => [id, { id, name: id }]));
  expect(toItemEntries({ data }, '1.2.3').map(({ id }) => id)).toEqual([
    'da_18_emblemfaeaugment',
    'tft_item_bluebuff',
  ]);
  expect(isAugment('tft9_augment_honey')).toBe(true);
});

test('keeps the versions of the list, newest first', () => {
  expect(readVersions(['lolpatch_3.7', '16.10.1', '16.9.1'])).toEqual(['16.10.1', '16.9.1']);
  expect(readVersions(['101.3.1'])).toEqual(['101.3.1']);
  expect(readVersions(['../../etc/1.1.1', 'latest'])).toEqual([]);
});
