import { describe, expect, test } from 'vitest';
import type { StaticEntries } from './static-entry.ts';
import { createTftNames } from './static-names.ts';

const DATA_DRAGON: StaticEntries = {
  units: [
    {
      id: 'set_beekeeper',
      name: 'Beekeeper',
      icon: { origin: 'data-dragon', path: 'cdn/1.2.3/img/tft-champion/Bee.png' },
      cost: 3,
      traits: [],
      sets: [],
    },
    { id: 'set_nameless', name: null, icon: null, cost: null, traits: [], sets: [] },
  ],
  items: [
    { id: 'pra_item_smoker', name: 'Smoker', icon: null, components: [] },
    { id: 'pra_item_veil', name: 'Veil', icon: null, components: [] },
    { id: 'set_gift', name: 'Gardener Emblem', icon: null, components: [] },
    { id: 'set_hive', name: 'Hive', icon: null, components: [] },
  ],
  traits: [],
};
const COMMUNITY_DRAGON: StaticEntries = {
  units: [
    {
      id: 'set_beekeeper',
      name: 'Apiarist',
      icon: { origin: 'community-dragon', path: 'latest/game/bee.png' },
      cost: 4,
      traits: ['set_gardener'],
      sets: [7, 8],
    },
    { id: 'set_nameless', name: 'Cooper', icon: null, cost: 1, traits: [], sets: [7] },
  ],
  items: [
    { id: 'pra_item_veil', name: 'Veil', icon: null, components: ['pra_item_smoker', 'pra_item_smoker'] },
    { id: 'pra_item_self', name: 'Self', icon: null, components: ['pra_item_self', 'pra_item_self'] },
  ],
  traits: [
    {
      id: 'set_gardener',
      name: 'Gardener',
      icon: { origin: 'community-dragon', path: 'latest/game/gardener.png' },
      thresholds: [2, 4],
      sets: [7],
    },
  ],
};
const names = createTftNames([DATA_DRAGON, COMMUNITY_DRAGON], { 'data-dragon': 'https://one.example' });

describe('what is known', () => {
  test('the first that knows a fact is believed, and the others fill its gaps', () => {
    expect(names.unit('Set_BeeKeeper')).toEqual({
      id: 'set_beekeeper',
      name: 'Beekeeper',
      isKnown: true,
      iconUrl: 'https://one.example/cdn/1.2.3/img/tft-champion/Bee.png',
      cost: 3,
      traits: ['set_gardener'],
      sets: [7, 8],
    });
    expect(names.unit('set_nameless')).toMatchObject({ name: 'Cooper', cost: 1, iconUrl: null });
  });

  test('traits have what each tier needs, and no picture where no address of pictures is known', () => {
    expect(names.trait('SET_GARDENER')).toEqual({
      id: 'set_gardener',
      name: 'Gardener',
      isKnown: true,
      iconUrl: null,
      thresholds: [2, 4],
      sets: [7],
    });
  });

  test('categories know what only static data knows', () => {
    const category = (id: string) => names.item(id).category;
    expect(category('pra_item_smoker')).toBe('component');
    expect(category('pra_item_veil')).toBe('completed');
    expect(category('pra_item_self')).toBe('completed');
    expect(category('set_gift')).toBe('emblem');
    expect(category('set_hive')).toBe('other');
    expect(names.item('pra_item_veil').components).toEqual(['pra_item_smoker', 'pra_item_smoker']);
  });

  test('everything can be listed', () => {
    const { units, items, traits } = names.all();
    expect(units.map(({ name }) => name)).toEqual(['Beekeeper', 'Cooper']);
    expect(items.length).toBe(5);
    expect(traits.map(({ id }) => id)).toEqual(['set_gardener']);
  });

  test('the same answer is the same object, so that pages need not compare', () => {
    expect(names.unit('set_beekeeper')).toBe(names.unit('SET_beekeeper'));
  });
});

describe('what is not known', () => {
  test('has a readable name, and says so', () => {
    expect(names.unit('DA_18_Ahri')).toEqual({
      id: 'da_18_ahri',
      name: 'Ahri',
      isKnown: false,
      iconUrl: null,
      cost: null,
      traits: [],
      sets: [],
    });
    expect(names.item('TFT5_Item_DeathbladeRadiant')).toMatchObject({
      name: 'Radiant Deathblade',
      isKnown: false,
      category: 'radiant',
      components: [],
    });
    expect(names.trait('set10_emo')).toMatchObject({ name: 'Emo', isKnown: false, thresholds: [], sets: [] });
  });
});
