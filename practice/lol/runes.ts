/** The invented runes: five styles of four rows of three, in the layout of Data Dragon's runesReforged.json. */
interface Rune {
  readonly id: number;
  readonly name: string;
}

export interface RuneStyle {
  readonly id: number;
  readonly name: string;
  /** The first row holds the keystones. */
  readonly rows: readonly (readonly Rune[])[];
}

const RUNES_PER_ROW = 3;

const STYLES: readonly (readonly [name: string, runes: string])[] = [
  [
    'Resolve of Stone',
    'Bedrock,Landslide,Echoing Cliff,Grit,Gravel Heart,Lean Wall,Second Skin,Moss Mantle,Cairn,Old Scar,Steady Hand,Root',
  ],
  [
    'Art of Embers',
    'Wildfire,Slow Burn,Kiln Strike,Tinder,Ash Veil,Warm Blood,Flare,Coal Eyes,Soot Step,Backdraft,Char,Bellows',
  ],
  [
    'Craft of Tides',
    'Undertow,Spring Flood,Salt Ward,Ripple,Brine,Ebb,Foam Walk,Deep Pockets,Pearl,High Water,Drift,Anchor',
  ],
  [
    'Way of Wind',
    'Gale Dance,Tailwind,Thin Air,Gust,Weathervane,Kite String,Breeze,Updraft,Featherfall,Squall,Calm,Last Breath',
  ],
  [
    'School of Lamps',
    'Beacon,Lantern Oath,Prism,Wick,Long Shadow,Reading Light,Spare Oil,Glow,Moth,Daybreak,Afterglow,Ember Note',
  ],
];

export const RUNE_STYLES: readonly RuneStyle[] = STYLES.map(([name, runes], style) => {
  const id = 7100 + style * 100;
  const names = runes.split(',');
  const rows = [0, 1, 2, 3].map((row) =>
    names
      .slice(row * RUNES_PER_ROW, (row + 1) * RUNES_PER_ROW)
      .map((name, place) => ({ id: id + 5 + row * 10 + place * 3, name })),
  );
  return { id, name, rows };
});

/** The small bonuses beside the runes; the real ones are 5001 to 5013. */
export const STAT_RUNES = {
  defense: [5901, 5902, 5903],
  flex: [5904, 5905, 5901],
  offense: [5906, 5904, 5907],
};
