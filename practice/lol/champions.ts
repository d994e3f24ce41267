/**
 * The invented champions. None bears a name or a number of the real game, so that practice numbers cannot be taken for real ones:
 * ids count up from 9001, far above the real ones.
 */
import { entry } from '../randomness.ts';
import { ROLES } from './queues.ts';

export type ChampionClass = 'Fighter' | 'Tank' | 'Assassin' | 'Mage' | 'Marksman' | 'Support';

export interface Champion {
  readonly id: number;
  /** Place in `CHAMPIONS`. */
  readonly index: number;
  readonly name: string;
  readonly role: number;
  /** Played there too, less often. */
  readonly secondRole: number;
  readonly class: ChampionClass;
}

const FIRST_ID = 9001;

/** By role, as `ROLES` orders them; classes and second roles go round. */
const ROWS: readonly { readonly classes: readonly ChampionClass[]; readonly names: string }[] = [
  {
    classes: ['Fighter', 'Tank', 'Fighter'],
    names: `
      Gorrund Haldis Ironel Jorveth Karrow Lumgar Mordane Nethrik Orsolo Petrax Quillon Rookward Stonna
    Tarrasc Ulfgren Vardok
    `,
  },
  {
    classes: ['Assassin', 'Fighter', 'Tank', 'Assassin'],
    names: `
      Ashpelt Cindermaw Duskrun Eddavar Fenwick Grimsel Hollowfen Isfrith Jackdaw Kestrin Lycorin Murkwen
    Nightjar Oakhand Pyrrin Quarrel
    `,
  },
  {
    classes: ['Mage', 'Mage', 'Assassin'],
    names: `
      Aurelle Bellisar Corvane Drelmora Esmerine Fulgrin Glasswin Hexane Ilvane Jessamy Koralin Lanthorn
    Mirelle Noctaire Opaline Prismund
    `,
  },
  {
    classes: ['Marksman', 'Marksman', 'Marksman', 'Mage'],
    names: `
      Arrowyn Boltwick Cassowin Dartmore Emberlyn Flintara Gallowmere Hawkesbry Inkwell Javelle Kitewing
    Longbrook Marrowe Needle Orrery Pellander
    `,
  },
  {
    classes: ['Support', 'Tank', 'Support', 'Mage'],
    names: `
      Anthemia Brookwarden Calloway Dewbell Evenmoor Foglamp Gentian Hearthmoss Ivywright Juniper
    Kindlewick Larksong Mossbeard Nursling Oathbell Petalune
    `,
  },
];

export const CHAMPIONS: readonly Champion[] = ROWS.flatMap(({ classes, names }, role) => {
  const own = names.trim().split(/\s+/);
  return own.map((name, place) => {
    const index = role * own.length + place;
    return {
      id: FIRST_ID + index,
      index,
      name,
      role,
      secondRole: (role + place) % ROLES.length,
      class: entry(classes, place % classes.length),
    };
  });
});

/** Undefined: no champion of this world. */
export function championById(id: number): Champion | undefined {
  return CHAMPIONS[id - FIRST_ID];
}
