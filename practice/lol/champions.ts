/**
 * The invented champions. None bears a name or a number of the real game, so that nobody takes practice numbers for real ones:
 * ids count up from 9001, far above the real ones.
 */
import { BOTTOM, JUNGLE, MIDDLE, TOP, UTILITY } from './roles.ts';

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

type Row = readonly [name: string, secondRole: number, kind: ChampionClass];

const TOP_ROWS: readonly Row[] = [
  ['Gorrund', JUNGLE, 'Tank'],
  ['Haldis', TOP, 'Fighter'],
  ['Ironel', UTILITY, 'Tank'],
  ['Jorveth', TOP, 'Fighter'],
  ['Karrow', MIDDLE, 'Fighter'],
  ['Lumgar', UTILITY, 'Tank'],
  ['Mordane', JUNGLE, 'Fighter'],
  ['Nethrik', MIDDLE, 'Mage'],
  ['Orsolo', JUNGLE, 'Tank'],
  ['Petrax', TOP, 'Tank'],
  ['Quillon', TOP, 'Fighter'],
  ['Rookward', UTILITY, 'Tank'],
  ['Stonna', JUNGLE, 'Fighter'],
  ['Tarrasc', TOP, 'Fighter'],
  ['Ulfgren', JUNGLE, 'Fighter'],
  ['Vardok', BOTTOM, 'Marksman'],
];

const JUNGLE_ROWS: readonly Row[] = [
  ['Ashpelt', MIDDLE, 'Assassin'],
  ['Cindermaw', TOP, 'Fighter'],
  ['Duskrun', MIDDLE, 'Assassin'],
  ['Eddavar', TOP, 'Fighter'],
  ['Fenwick', BOTTOM, 'Marksman'],
  ['Grimsel', TOP, 'Tank'],
  ['Hollowfen', UTILITY, 'Mage'],
  ['Isfrith', TOP, 'Tank'],
  ['Jackdaw', MIDDLE, 'Assassin'],
  ['Kestrin', JUNGLE, 'Assassin'],
  ['Lycorin', TOP, 'Fighter'],
  ['Murkwen', JUNGLE, 'Mage'],
  ['Nightjar', MIDDLE, 'Assassin'],
  ['Oakhand', UTILITY, 'Tank'],
  ['Pyrrin', MIDDLE, 'Mage'],
  ['Quarrel', BOTTOM, 'Marksman'],
];

const MIDDLE_ROWS: readonly Row[] = [
  ['Aurelle', UTILITY, 'Mage'],
  ['Bellisar', MIDDLE, 'Mage'],
  ['Corvane', JUNGLE, 'Assassin'],
  ['Drelmora', UTILITY, 'Mage'],
  ['Esmerine', MIDDLE, 'Mage'],
  ['Fulgrin', BOTTOM, 'Mage'],
  ['Glasswin', TOP, 'Assassin'],
  ['Hexane', BOTTOM, 'Mage'],
  ['Ilvane', MIDDLE, 'Assassin'],
  ['Jessamy', UTILITY, 'Mage'],
  ['Koralin', TOP, 'Mage'],
  ['Lanthorn', UTILITY, 'Mage'],
  ['Mirelle', JUNGLE, 'Assassin'],
  ['Noctaire', MIDDLE, 'Mage'],
  ['Opaline', MIDDLE, 'Mage'],
  ['Prismund', TOP, 'Fighter'],
];

const BOTTOM_ROWS: readonly Row[] = [
  ['Arrowyn', BOTTOM, 'Marksman'],
  ['Boltwick', MIDDLE, 'Marksman'],
  ['Cassowin', TOP, 'Marksman'],
  ['Dartmore', JUNGLE, 'Marksman'],
  ['Emberlyn', BOTTOM, 'Marksman'],
  ['Flintara', MIDDLE, 'Marksman'],
  ['Gallowmere', BOTTOM, 'Marksman'],
  ['Hawkesbry', BOTTOM, 'Marksman'],
  ['Inkwell', MIDDLE, 'Mage'],
  ['Javelle', TOP, 'Marksman'],
  ['Kitewing', BOTTOM, 'Marksman'],
  ['Longbrook', UTILITY, 'Marksman'],
  ['Marrowe', BOTTOM, 'Marksman'],
  ['Needle', BOTTOM, 'Marksman'],
  ['Orrery', MIDDLE, 'Mage'],
  ['Pellander', BOTTOM, 'Marksman'],
];

const UTILITY_ROWS: readonly Row[] = [
  ['Anthemia', UTILITY, 'Support'],
  ['Brookwarden', TOP, 'Tank'],
  ['Calloway', JUNGLE, 'Tank'],
  ['Dewbell', UTILITY, 'Support'],
  ['Evenmoor', MIDDLE, 'Support'],
  ['Foglamp', UTILITY, 'Support'],
  ['Gentian', MIDDLE, 'Mage'],
  ['Hearthmoss', TOP, 'Tank'],
  ['Ivywright', UTILITY, 'Mage'],
  ['Juniper', JUNGLE, 'Support'],
  ['Kindlewick', MIDDLE, 'Mage'],
  ['Larksong', UTILITY, 'Support'],
  ['Mossbeard', TOP, 'Tank'],
  ['Nursling', UTILITY, 'Support'],
  ['Oathbell', UTILITY, 'Tank'],
  ['Petalune', UTILITY, 'Support'],
];

export const CHAMPIONS: readonly Champion[] = [
  TOP_ROWS,
  JUNGLE_ROWS,
  MIDDLE_ROWS,
  BOTTOM_ROWS,
  UTILITY_ROWS,
].flatMap((rows, role) =>
  rows.map(([name, secondRole, championClass], place) => {
    const index = role * rows.length + place;
    return { id: FIRST_ID + index, index, name, role, secondRole, class: championClass };
  }),
);

/** Undefined: no champion of this world. */
export function championById(id: number): Champion | undefined {
  return CHAMPIONS[id - FIRST_ID];
}
