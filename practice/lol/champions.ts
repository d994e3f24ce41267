/**
 * The invented champions. None bears a name or a number of the real game, so that nobody takes practice numbers for real ones:
 * ids count up from 9001, far above the real ones.
 */
import { BOTTOM, JUNGLE, MIDDLE, TOP, UTILITY } from './roles.ts';

export const CHAMPION_CLASSES = ['Fighter', 'Tank', 'Assassin', 'Mage', 'Marksman', 'Support'] as const;
export type ChampionClass = (typeof CHAMPION_CLASSES)[number];
export type DamageKind = 'physical' | 'magic' | 'mixed';

export interface Champion {
  readonly id: number;
  /** Place in `CHAMPIONS`. */
  readonly index: number;
  readonly name: string;
  readonly title: string;
  readonly role: number;
  /** Played there too, less often. */
  readonly secondRole: number;
  readonly class: ChampionClass;
  readonly damage: DamageKind;
}

const FIRST_ID = 9001;

type Row = readonly [
  name: string,
  title: string,
  secondRole: number,
  kind: ChampionClass,
  damage: DamageKind,
];

const TOP_ROWS: readonly Row[] = [
  ['Gorrund', 'the Quarry Lord', JUNGLE, 'Tank', 'physical'],
  ['Haldis', 'the Shieldmaid', TOP, 'Fighter', 'physical'],
  ['Ironel', 'the Riveted', UTILITY, 'Tank', 'magic'],
  ['Jorveth', 'the Oathbreaker', TOP, 'Fighter', 'physical'],
  ['Karrow', 'the Long Blade', MIDDLE, 'Fighter', 'physical'],
  ['Lumgar', 'the Walking Hill', UTILITY, 'Tank', 'magic'],
  ['Mordane', 'the Unpaid', JUNGLE, 'Fighter', 'mixed'],
  ['Nethrik', 'the Salt Baron', MIDDLE, 'Mage', 'magic'],
  ['Orsolo', 'the Bell of War', JUNGLE, 'Tank', 'mixed'],
  ['Petrax', 'the Standing Stone', TOP, 'Tank', 'magic'],
  ['Quillon', 'the Duel Keeper', TOP, 'Fighter', 'physical'],
  ['Rookward', 'the Last Tower', UTILITY, 'Tank', 'physical'],
  ['Stonna', 'the Avalanche', JUNGLE, 'Fighter', 'physical'],
  ['Tarrasc', 'the Old Hunger', TOP, 'Fighter', 'mixed'],
  ['Ulfgren', 'the Frost Reaver', JUNGLE, 'Fighter', 'physical'],
  ['Vardok', 'the Siege Wright', BOTTOM, 'Marksman', 'physical'],
];

const JUNGLE_ROWS: readonly Row[] = [
  ['Ashpelt', 'the Burnt Fox', MIDDLE, 'Assassin', 'magic'],
  ['Cindermaw', 'the Coal Hound', TOP, 'Fighter', 'physical'],
  ['Duskrun', 'the Evening Courier', MIDDLE, 'Assassin', 'physical'],
  ['Eddavar', 'the River Judge', TOP, 'Fighter', 'mixed'],
  ['Fenwick', 'the Marsh Poacher', BOTTOM, 'Marksman', 'physical'],
  ['Grimsel', 'the Pass Warden', TOP, 'Tank', 'physical'],
  ['Hollowfen', 'the Reed Ghost', UTILITY, 'Mage', 'magic'],
  ['Isfrith', 'the Thaw', TOP, 'Tank', 'magic'],
  ['Jackdaw', 'the Thief of Rings', MIDDLE, 'Assassin', 'physical'],
  ['Kestrin', 'the Falling Star', JUNGLE, 'Assassin', 'physical'],
  ['Lycorin', 'the Moon Debtor', TOP, 'Fighter', 'physical'],
  ['Murkwen', 'the Well Dweller', JUNGLE, 'Mage', 'magic'],
  ['Nightjar', 'the Silent Wing', MIDDLE, 'Assassin', 'mixed'],
  ['Oakhand', 'the Grove Elder', UTILITY, 'Tank', 'magic'],
  ['Pyrrin', 'the Kiln Child', MIDDLE, 'Mage', 'magic'],
  ['Quarrel', 'the Bolt Hunter', BOTTOM, 'Marksman', 'physical'],
];

const MIDDLE_ROWS: readonly Row[] = [
  ['Aurelle', 'the Gilded Page', UTILITY, 'Mage', 'magic'],
  ['Bellisar', 'the Comet Scribe', MIDDLE, 'Mage', 'magic'],
  ['Corvane', 'the Court Knife', JUNGLE, 'Assassin', 'physical'],
  ['Drelmora', 'the Hour Witch', UTILITY, 'Mage', 'magic'],
  ['Esmerine', 'the Emerald Fault', MIDDLE, 'Mage', 'magic'],
  ['Fulgrin', 'the Storm Clerk', BOTTOM, 'Mage', 'magic'],
  ['Glasswin', 'the Pane Dancer', TOP, 'Assassin', 'magic'],
  ['Hexane', 'the Spilled Ink', BOTTOM, 'Mage', 'magic'],
  ['Ilvane', 'the Ninth Mirror', MIDDLE, 'Assassin', 'mixed'],
  ['Jessamy', 'the Garden Plot', UTILITY, 'Mage', 'magic'],
  ['Koralin', 'the Reef Queen', TOP, 'Mage', 'magic'],
  ['Lanthorn', 'the Lamp Bearer', UTILITY, 'Mage', 'magic'],
  ['Mirelle', 'the Debt Collector', JUNGLE, 'Assassin', 'physical'],
  ['Noctaire', 'the Sleepless', MIDDLE, 'Mage', 'magic'],
  ['Opaline', 'the Fractured Light', MIDDLE, 'Mage', 'magic'],
  ['Prismund', 'the Seven Faces', TOP, 'Fighter', 'mixed'],
];

const BOTTOM_ROWS: readonly Row[] = [
  ['Arrowyn', 'the Fletcher Heir', BOTTOM, 'Marksman', 'physical'],
  ['Boltwick', 'the Tinker Duke', MIDDLE, 'Marksman', 'mixed'],
  ['Cassowin', 'the Feathered Spear', TOP, 'Marksman', 'physical'],
  ['Dartmore', 'the Quiet Reed', JUNGLE, 'Marksman', 'mixed'],
  ['Emberlyn', 'the Torch Runner', BOTTOM, 'Marksman', 'physical'],
  ['Flintara', 'the Spark', MIDDLE, 'Marksman', 'physical'],
  ['Gallowmere', 'the Rope Singer', BOTTOM, 'Marksman', 'physical'],
  ['Hawkesbry', 'the High Perch', BOTTOM, 'Marksman', 'physical'],
  ['Inkwell', 'the Blot', MIDDLE, 'Mage', 'magic'],
  ['Javelle', 'the Thrown Dawn', TOP, 'Marksman', 'physical'],
  ['Kitewing', 'the Paper Ace', BOTTOM, 'Marksman', 'physical'],
  ['Longbrook', 'the Mill Archer', UTILITY, 'Marksman', 'physical'],
  ['Marrowe', 'the Bone Lute', BOTTOM, 'Marksman', 'mixed'],
  ['Needle', 'the Seam Ripper', BOTTOM, 'Marksman', 'physical'],
  ['Orrery', 'the Clockwork Sky', MIDDLE, 'Mage', 'magic'],
  ['Pellander', 'the Card Duelist', BOTTOM, 'Marksman', 'physical'],
];

const UTILITY_ROWS: readonly Row[] = [
  ['Anthemia', 'the Choir', UTILITY, 'Support', 'magic'],
  ['Brookwarden', 'the Ford', TOP, 'Tank', 'magic'],
  ['Calloway', 'the Ferryman', JUNGLE, 'Tank', 'physical'],
  ['Dewbell', 'the Morning', UTILITY, 'Support', 'magic'],
  ['Evenmoor', 'the Last Light', MIDDLE, 'Support', 'magic'],
  ['Foglamp', 'the Harbour Eye', UTILITY, 'Support', 'magic'],
  ['Gentian', 'the Bitter Root', MIDDLE, 'Mage', 'magic'],
  ['Hearthmoss', 'the House Spirit', TOP, 'Tank', 'magic'],
  ['Ivywright', 'the Green Mason', UTILITY, 'Mage', 'magic'],
  ['Juniper', 'the Thorn Nurse', JUNGLE, 'Support', 'magic'],
  ['Kindlewick', 'the Candle Saint', MIDDLE, 'Mage', 'magic'],
  ['Larksong', 'the First Note', UTILITY, 'Support', 'magic'],
  ['Mossbeard', 'the Slow King', TOP, 'Tank', 'magic'],
  ['Nursling', 'the Foundling', UTILITY, 'Support', 'magic'],
  ['Oathbell', 'the Vow', UTILITY, 'Tank', 'physical'],
  ['Petalune', 'the Night Bloom', UTILITY, 'Support', 'magic'],
];

export const CHAMPIONS: readonly Champion[] = [
  TOP_ROWS,
  JUNGLE_ROWS,
  MIDDLE_ROWS,
  BOTTOM_ROWS,
  UTILITY_ROWS,
].flatMap((rows, role) =>
  rows.map(([name, title, secondRole, championClass, damage], place) => {
    const index = role * rows.length + place;
    return { id: FIRST_ID + index, index, name, title, role, secondRole, class: championClass, damage };
  }),
);

/** Undefined: no champion of this world. */
export function championById(id: number): Champion | undefined {
  return CHAMPIONS[id - FIRST_ID];
}
