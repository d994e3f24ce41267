/**
 * Names and costs of everything in a match body, as files in Data Dragon's layout, for every patch of the world. Only English, and
 * no pictures: what is named as an image is not there.
 */
import type { Patch } from '../world/world.ts';
import { CHAMPIONS, type Champion } from './champions.ts';
import { staticVersionOf } from './game-version.ts';
import { ITEMS, type Item } from './items.ts';
import { isAram, QUEUES } from './queues.ts';
import { RUNE_STYLES } from './runes.ts';
import { SUMMONER_SPELLS, type SummonerSpell } from './summoner-spells.ts';

interface StaticFile {
  readonly contentType: string;
  readonly body: string;
}

export interface LolStaticData {
  /** Undefined: no such file, or not of a version of this world. */
  file(path: string): StaticFile | undefined;
}

const CONTENT_TYPE = 'application/json; charset=utf-8';
const CDN_PATH = /^\/cdn\/([^/]+)\/data\/en_US\/([A-Za-z]+)\.json$/;
const SELL_SHARE = 0.7;
const MAPS = { '11': true, '12': true, '21': true, '22': false, '30': false, '33': false };

const FILES: Readonly<Record<string, (version: string) => unknown>> = {
  champion: (version) => ({
    type: 'champion',
    format: 'standAloneComplex',
    version,
    data: byKey(
      CHAMPIONS,
      ({ name }) => name,
      (champion) => toChampionEntry(champion, version),
    ),
  }),
  item: (version) => ({
    type: 'item',
    version,
    basic: { name: '', gold: { base: 0, total: 0, sell: 0, purchasable: false }, tags: [], maps: MAPS },
    data: byKey(ITEMS, ({ id }) => String(id), toItemEntry),
    groups: [],
    tree: [],
  }),
  summoner: (version) => ({
    type: 'summoner',
    version,
    data: byKey(SUMMONER_SPELLS, ({ key }) => key, toSpellEntry),
  }),
  runesReforged: () => RUNE_STYLES.map(toStyleEntry),
};

/** `patches` as the world has them, oldest first. */
export function createLolStaticData(patches: readonly Patch[]): LolStaticData {
  const versions = patches.map(staticVersionOf).toReversed();
  return {
    file(path) {
      if (path === '/api/versions.json') return toFile(versions);
      if (path === '/docs/lol/queues.json') return toFile(queueEntries());
      const [, version, name] = CDN_PATH.exec(path) ?? [];
      if (version === undefined || name === undefined || !versions.includes(version)) return undefined;
      const make = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
      return make === undefined ? undefined : toFile(make(version));
    },
  };
}

function toFile(content: unknown): StaticFile {
  return { contentType: CONTENT_TYPE, body: JSON.stringify(content) };
}

function byKey<T>(
  list: readonly T[],
  keyOf: (one: T) => string,
  toEntry: (one: T) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(list.map((one) => [keyOf(one), toEntry(one)]));
}

function queueEntries(): unknown[] {
  return QUEUES.map(({ id, mapName, description }) => ({
    queueId: id,
    map: mapName,
    description,
    notes: null,
  }));
}

function toChampionEntry(champion: Champion, version: string): unknown {
  const { id, name, title, class: championClass, damage } = champion;
  const isMagic = damage === 'magic';
  const isMarksman = championClass === 'Marksman';
  return {
    version,
    id: name,
    key: String(id),
    name,
    title,
    blurb: `${name}, ${title}, lives in the practice world and nowhere else.`,
    info: {
      attack: isMagic ? 2 : 8,
      defense: championClass === 'Tank' ? 9 : 4,
      magic: isMagic ? 8 : 3,
      difficulty: 1 + (id % 9),
    },
    image: imageOf(`${name}.png`, 'champion'),
    tags: [championClass],
    partype: isMagic ? 'Mana' : 'Energy',
    stats: {
      hp: 600,
      hpperlevel: 95,
      mp: 320,
      mpperlevel: 45,
      movespeed: 335,
      armor: 30,
      armorperlevel: 4,
      spellblock: 30,
      spellblockperlevel: 1.6,
      attackrange: isMarksman ? 550 : 175,
      hpregen: 10,
      hpregenperlevel: 1,
      mpregen: 12,
      mpregenperlevel: 1,
      crit: 0,
      critperlevel: 0,
      attackdamage: 58,
      attackdamageperlevel: 3,
      attackspeedperlevel: 2,
      attackspeed: 0.65,
    },
  };
}

function toItemEntry({ id, name, kind, cost, from, classes }: Item): unknown {
  const into = ITEMS.filter((other) => other.from.includes(id)).map((other) => String(other.id));
  const paid = from.reduce((sum, part) => sum + (ITEMS.find((other) => other.id === part)?.cost ?? 0), 0);
  return {
    name,
    description: `<mainText>${name}, of the practice world.</mainText>`,
    colloq: ';',
    plaintext: `A ${kind} item`,
    ...(from.length > 0 ? { from: from.map(String) } : {}),
    ...(into.length > 0 ? { into } : {}),
    ...(kind === 'consumable' ? { consumed: true } : {}),
    image: imageOf(`${id}.png`, 'item'),
    gold: {
      base: cost - paid,
      purchasable: kind !== 'quest',
      total: cost,
      sell: Math.floor(cost * SELL_SHARE),
    },
    tags: [kind === 'boots' ? 'Boots' : kind === 'consumable' ? 'Consumable' : kind, ...classes],
    maps: MAPS,
    stats: {},
    ...(from.length > 0 ? { depth: 2 } : {}),
  };
}

function toSpellEntry({ id, key, name, cooldown }: SummonerSpell): unknown {
  return {
    id: key,
    name,
    description: `${name}, a spell of the practice world.`,
    tooltip: `${name}.`,
    maxrank: 1,
    cooldown: [cooldown],
    cooldownBurn: String(cooldown),
    cost: [0],
    costBurn: '0',
    datavalues: {},
    effect: [null, [0]],
    effectBurn: [null, '0'],
    vars: [],
    key: String(id),
    summonerLevel: 1,
    modes: [...new Set(QUEUES.filter((queue) => !isAram(queue) || id !== 72).map(({ mode }) => mode))],
    costType: 'No Cost',
    maxammo: '-1',
    range: [600],
    rangeBurn: '600',
    image: imageOf(`${key}.png`, 'spell'),
    resource: 'No Cost',
  };
}

function toStyleEntry({ id, name, rows }: (typeof RUNE_STYLES)[number]): unknown {
  const key = name.replaceAll(' ', '');
  return {
    id,
    key,
    icon: `perk-images/Styles/${id}_${key}.png`,
    name,
    slots: rows.map((runes) => ({
      runes: runes.map((rune) => ({
        id: rune.id,
        key: rune.name.replaceAll(' ', ''),
        icon: `perk-images/Styles/${key}/${rune.name.replaceAll(' ', '')}.png`,
        name: rune.name,
        shortDesc: `${rune.name}, of the practice world.`,
        longDesc: `${rune.name}, a rune of the style ${name}, of the practice world.`,
      })),
    })),
  };
}

function imageOf(full: string, group: string): unknown {
  return { full, sprite: `${group}0.png`, group, x: 0, y: 0, w: 48, h: 48 };
}
