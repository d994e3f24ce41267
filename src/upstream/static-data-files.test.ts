import { expect, test } from 'vitest';
import { toStaticEntries } from './static-data-files.ts';

const beekeeper = {
  apiName: 'Set_BeeKeeper',
  name: 'Beekeeper',
  cost: 3,
  icon: 'ASSETS/Splash/Bee.tex',
  tileIcon: 'ASSETS/Tiles/Bee Keeper.TEX',
  traits: ['Gardener', 'Set_Smoker', 'Nobody Knows'],
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

test('a unit has its traits by id, a trait what its tiers need, and both all their sets', () => {
  const { units, traits: told } = toStaticEntries({
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
  expect(told.map(({ id, name, thresholds, sets }) => [id, name, thresholds, sets])).toEqual([
    ['set_gardener', 'Gardener', [2, 4], [7, 8]],
    ['set_smoker', null, [], [7]],
  ]);
});

test('an item has what it is made of, and augments are left out', () => {
  const { items } = toStaticEntries({
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

test('what cannot be read is left out, and an empty file is empty', () => {
  const odd = [
    { ...beekeeper, cost: 2.5 },
    { ...beekeeper, apiName: '' },
    { apiName: 'Set_B', traits: 'x' },
    null,
  ];
  expect(
    toStaticEntries({ sets: { x: { champions: [beekeeper] }, '7': { champions: odd } } }).units,
  ).toMatchObject([{ id: 'set_beekeeper', cost: null, traits: [] }]);
  expect(toStaticEntries({ sets: null, setData: null, items: null })).toEqual({
    units: [],
    items: [],
    traits: [],
  });
});
