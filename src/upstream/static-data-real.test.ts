/** The real files that lie beside the project, read as the client would read them. */
import type { Static, TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { itemCategory } from '#/domain/tft/item-category.ts';
import { createTftNames } from '#/domain/tft/static-names.ts';
import { needsRealBodies, realFile, realFiles, realLines } from '../../test/support/real-bodies.ts';
import { compileShape } from './shape.ts';
import type { TftMatch } from './riot-schema/tft-match.ts';
import {
  CommunityDragonFile,
  DataDragonFile,
  readCommunityDragon,
  readDataDragon,
} from './static-data-files.ts';

function readShaped<Schema extends TSchema>(schema: Schema, name: string): Static<Schema> {
  const file: unknown = JSON.parse(realFile(`static/${name}`).toString());
  const shape = compileShape(schema);
  if (!shape.fits(file)) throw new Error(shape.describeFault(file));
  return file;
}
const dataDragonFile = (name: string) => readShaped(DataDragonFile, `ddragon-15.7.1/${name}`);
const communityDragonFile = () => readShaped(CommunityDragonFile, 'cdragon-tft-en_us-set10.json.gz');

test('Data Dragon: every entry of its three files is taken but augments, with name and picture', (context) => {
  needsRealBodies(context);
  const champions = dataDragonFile('tft-champion.json.gz');
  const units = readDataDragon('units', champions, '15.7.1').units;
  const items = readDataDragon('items', dataDragonFile('tft-item.json.gz'), '15.7.1').items;
  const traits = readDataDragon('traits', dataDragonFile('tft-trait.json'), '15.7.1').traits;

  // Of 422 items one is an augment's.
  expect([units.length, items.length, traits.length]).toEqual([102, 421, 44]);
  expect(units.find(({ id }) => id === 'tft14_aphelios')).toEqual({
    id: 'tft14_aphelios',
    name: 'Aphelios',
    cost: 4,
    icon: {
      origin: 'data-dragon',
      path: 'cdn/15.7.1/img/tft-champion/TFT14_Aphelios.TFT_Set14.png',
    },
    traits: [],
    sets: [],
  });
  expect(units.filter(({ name, icon }) => name === null || icon === null)).toEqual([]);
});

test('Community Dragon: every trait of a unit of set 10 is found by its name, and traits have tiers', (context) => {
  needsRealBodies(context);
  const file = communityDragonFile();
  const { units, traits } = readCommunityDragon(file);
  const ahri = units.find(({ id }) => id === 'tft10_ahri');
  const named = (file.sets?.['10']?.champions ?? []) as { apiName: string; traits: string[] }[];
  const lost = named.filter(
    (unit) => units.find(({ id }) => id === unit.apiName.toLowerCase())?.traits.length !== unit.traits.length,
  );

  expect(ahri).toMatchObject({
    name: 'Ahri',
    cost: 4,
    sets: [10],
    traits: ['set10_kda', 'set10_spellweaver'],
  });
  expect(lost).toEqual([]);
  expect(traits.find(({ id }) => id === 'set10_sentinel')).toMatchObject({
    name: 'Sentinel',
    thresholds: [2, 4, 6, 8],
  });
});

test('the category by id agrees with what the recipes of set 10 say', (context) => {
  needsRealBodies(context);
  const { items } = readCommunityDragon(communityDragonFile());
  const shared = items.filter(({ id }) => id.startsWith('tft_item_'));
  const parts = new Set(shared.flatMap(({ components }) => components));
  const isSpatula = (id: string) => id === 'tft_item_spatula';
  const made = shared.filter(({ id, components }) => components.length === 2 && !components.includes(id));

  expect(made.length).toBeGreaterThan(35);
  const completed = made.filter(({ components }) => !components.some(isSpatula));
  expect(completed.filter(({ id }) => itemCategory(id) !== 'completed')).toEqual([]);
  const used = [...parts].filter(
    (id) => !shared.some((item) => item.id === id && item.components.length > 0),
  );
  expect(used.length).toBe(9);
  expect(used.map(itemCategory)).toEqual(used.map(() => 'component'));
  const emblems = items.filter(({ id, name }) => /^tft\d+_item_/.test(id) && / emblem$/i.test(name ?? ''));
  expect(emblems.length).toBeGreaterThan(40);
  expect(emblems.filter(({ id }) => itemCategory(id) !== 'emblem')).toEqual([]);
});

test('nearly every unit, item and trait of real set 14 games has a name, and all have words', (context) => {
  needsRealBodies(context);
  const names = createTftNames(
    [
      {
        units: readDataDragon('units', dataDragonFile('tft-champion.json.gz'), '15.7.1').units,
        items: readDataDragon('items', dataDragonFile('tft-item.json.gz'), '15.7.1').items,
        traits: readDataDragon('traits', dataDragonFile('tft-trait.json'), '15.7.1').traits,
      },
    ],
    {},
  );
  const seen = { units: new Set<string>(), items: new Set<string>(), traits: new Set<string>() };
  for (const { info } of realLines<TftMatch>(realFiles('tft-match', /^set14-/)))
    for (const { units, traits } of info.participants) {
      for (const unit of units) {
        seen.units.add(unit.character_id);
        for (const item of unit.itemNames ?? []) seen.items.add(item);
      }
      for (const trait of traits) seen.traits.add(trait.name);
    }
  const share = (ids: ReadonlySet<string>, isKnown: (id: string) => boolean) =>
    [...ids].filter(isKnown).length / ids.size;

  expect(share(seen.units, (id) => names.unit(id).isKnown)).toBe(1);
  // A trait of one unit that Data Dragon never listed.
  expect([...seen.traits].filter((id) => !names.trait(id).isKnown)).toEqual(['TFT14_Sniper']);
  expect(names.trait('TFT14_Sniper').name).toBe('Sniper');
  expect(share(seen.items, (id) => names.item(id).isKnown)).toBeGreaterThan(0.9);
  expect([...seen.items].filter((id) => names.item(id).name === '')).toEqual([]);
});
