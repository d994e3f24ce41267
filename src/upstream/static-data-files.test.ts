import { expect, test } from 'vitest';
import { readCommunityDragon, readDataDragon, readVersions } from './static-data-files.ts';

const beekeeper = {
  apiName: 'Set_BeeKeeper',
  name: 'Beekeeper',
  cost: 3,
  icon: 'ASSETS/Splash/Bee.tex',
  tileIcon: 'ASSETS/Tiles/Bee Keeper.TEX',
  traits: ['Gardener', 'Set_Smoker', 'Unknown'],
};
const traits = [
  {
    apiName: 'Set_Gardener',
    name: 'Gardener',
    icon: 'ASSETS/Gardener.dds',
    effects: [{ minUnits: 4 }, { minUnits: 2 }, { minUnits: 2 }, { minUnits: null }, {}],
  },
  { apiName: 'Set_Smoker', name: null, effects: null },
];

test('units have traits by id, traits have thresholds, and both have all their sets', () => {
  const { units, traits: read } = readCommunityDragon({
    sets: { '7': { champions: [beekeeper], traits } },
    setData: [
      { number: 7, champions: [{ ...beekeeper, name: 'Turbo' }], traits },
      { number: 8, champions: [beekeeper], traits: [traits[0]] },
    ],
  });
  expect(units).toEqual([
    {
      id: 'set_beekeeper',
      name: 'Beekeeper',
      icon: { origin: 'community-dragon', path: 'latest/game/assets/tiles/bee%20keeper.png' },
      cost: 3,
      traits: ['set_gardener', 'set_smoker'],
      sets: [7, 8],
    },
  ]);
  expect(read.map(({ id, name, thresholds, sets }) => [id, name, thresholds, sets])).toEqual([
    ['set_gardener', 'Gardener', [2, 4], [7, 8]],
    ['set_smoker', null, [], [7]],
  ]);
});

test('items have components, and augments are left out', () => {
  const { items } = readCommunityDragon({
    items: [
      { apiName: 'Item_Veil', name: 'Veil', composition: ['Item_Smoke', 'Item_Net'], icon: '' },
      { apiName: 'Set_Augment_Honey', name: 'Honey', composition: [] },
      { apiName: 'Item_Net', name: 'tft_item_name_Net' },
      { apiName: null, name: 'no id' },
      'noise',
    ],
  });
  expect(items).toEqual([
    { id: 'item_veil', name: 'Veil', icon: null, components: ['item_smoke', 'item_net'] },
    { id: 'item_net', name: null, icon: null, components: [] },
  ]);
});

test('Community Dragon: unreadable entries are left out, and an empty file is empty', () => {
  const odd = [
    { ...beekeeper, cost: 2.5 },
    { ...beekeeper, apiName: '' },
    { apiName: 'Set_B', traits: 'x' },
    null,
  ];
  expect(
    readCommunityDragon({ sets: { x: { champions: [beekeeper] }, '7': { champions: odd } } }).units,
  ).toMatchObject([{ id: 'set_beekeeper', cost: null, traits: [] }]);
  expect(readCommunityDragon({ sets: null, setData: null, items: null })).toEqual({
    units: [],
    items: [],
    traits: [],
  });
});

const image = { full: 'Bee Keeper.png', sprite: 's.png', group: 'tft-champion', x: 0, y: 0 };

test('units are known by the id inside, whatever the key is', () => {
  const file = {
    data: {
      'Maps/Shop/Set_BeeKeeper': { id: 'Set_BeeKeeper', name: 'Bee<br>keeper', tier: 3, image },
      Set_Cooper: { id: 'Set_Cooper', name: '', tier: 99 },
    },
  };
  expect(readDataDragon('units', file, '1.2.3').units).toEqual([
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

test('Data Dragon: unreadable entries are left out', () => {
  const data = {
    a: null,
    b: { name: 'no id' },
    c: { id: 7, name: 'a number' },
    d: { id: '<script>', name: 'no id at all' },
    e: { id: 'Set_Hive', name: 'Hive\u0000\n X', image: { full: 1 } },
    f: { id: 'Set_Gift', name: 'tft_item_name_Gift', image: null },
    g: { id: 'Set_Gain', name: 'Gain @Count@ gold' },
  };
  expect(readDataDragon('items', { data }, '1.2.3').items.map(({ id, name }) => [id, name])).toEqual([
    ['set_gift', null],
    ['set_gain', null],
  ]);
  const { e: _, ...rest } = data;
  const readable = { ...rest, e: { id: 'Set_Hive', name: 'Hive\u0000\n X' } };
  expect(readDataDragon('traits', { data: readable }, '1.2.3').traits.at(-1)).toEqual({
    id: 'set_hive',
    name: 'Hive X',
    icon: null,
    thresholds: [],
    sets: [],
  });
});

test('leaves augments out, but not emblems from augments', () => {
  const ids = ['TFT9_Augment_Honey', 'DA_18_EmblemFaeAugment', 'TFT_Item_BlueBuff'];
  const data = Object.fromEntries(ids.map((id) => [id, { id, name: id }]));
  expect(readDataDragon('items', { data }, '1.2.3').items.map(({ id }) => id)).toEqual([
    'da_18_emblemfaeaugment',
    'tft_item_bluebuff',
  ]);
});

test('keeps the versions of the list, newest first', () => {
  expect(readVersions(['lolpatch_3.7', '16.10.1', '16.9.1'])).toEqual(['16.10.1', '16.9.1']);
  expect(readVersions(['101.3.1'])).toEqual(['101.3.1']);
  expect(readVersions(['../../etc/1.1.1', 'latest'])).toEqual([]);
});
