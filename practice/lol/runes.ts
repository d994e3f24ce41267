/** The invented runes: five styles of four rows of three, numbered as in the real game; the first row holds the keystones. */
export interface RuneStyle {
  readonly id: number;
  readonly rows: readonly (readonly number[])[];
}

export const RUNE_STYLES: readonly RuneStyle[] = [7100, 7200, 7300, 7400, 7500].map((id) => ({
  id,
  rows: [0, 1, 2, 3].map((row) => [0, 1, 2].map((place) => id + 5 + row * 10 + place * 3)),
}));

/** The small bonuses beside the runes; the real ones are 5001 to 5013. */
export const STAT_RUNES = { defense: 5901, flex: 5904, offense: 5906 };
