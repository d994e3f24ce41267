/** The runes of a participant: four of one style, two of another, three small ones. */
import type { Random } from '../randomness.ts';
import { entry, numberAt } from './entry.ts';
import { compileTemplate, type Render } from './json-template.ts';
import { toFragment } from './json-page.ts';
import type { JsonWriter } from './json-writer.ts';
import { RUNE_STYLES, STAT_RUNES } from './runes.ts';
import type { Scene } from './scene.ts';

/** All that is fixed, as bytes; a selection is written sixty times a body. */
const SELECTION_BEGINS = RUNE_STYLES.map(({ rows }) =>
  rows.map((runes) => runes.map(({ id }) => toFragment(`{"perk":${id},"var1":`))),
);
const SECOND_VALUE = toFragment(',"var2":');
const NO_SECOND_VALUE = toFragment(',"var2":0,"var3":0}');
const NO_THIRD_VALUE = toFragment(',"var3":0}');
const COMMA = toFragment(',');
const STYLES = toFragment(',"styles":[{"description":"primaryStyle","selections":[');
const SECOND_STYLES = RUNE_STYLES.map(({ id }) =>
  toFragment(`],"style":${id}},{"description":"subStyle","selections":[`),
);
const STYLE_ENDS = RUNE_STYLES.map(({ id }) => toFragment(`],"style":${id}}]}`));

const PERKS = toFragment('{"statPerks":');

const renderStatPerks = compileTemplate<Random>({
  defense: (random) => numberAt(STAT_RUNES.defense, random.below(STAT_RUNES.defense.length)),
  flex: (random) => numberAt(STAT_RUNES.flex, random.below(STAT_RUNES.flex.length)),
  offense: (random) => numberAt(STAT_RUNES.offense, random.below(STAT_RUNES.offense.length)),
});

export const renderPerks: Render<Scene> = ({ random, minutes }, writer) => {
  const first = random.below(RUNE_STYLES.length);
  const second = (first + 1 + random.below(RUNE_STYLES.length - 1)) % RUNE_STYLES.length;
  writer.fragment(PERKS);
  renderStatPerks(random, writer);
  writer.fragment(STYLES);
  for (let row = 0; row < 4; row++) writeSelection(first, row, row > 0, minutes, random, writer);
  writer.fragment(entry(SECOND_STYLES, first));
  writeSelection(second, 1, false, minutes, random, writer);
  writeSelection(second, 3, true, minutes, random, writer);
  writer.fragment(entry(STYLE_ENDS, second));
};

function writeSelection(
  style: number,
  row: number,
  hasComma: boolean,
  minutes: number,
  random: Random,
  writer: JsonWriter,
): void {
  if (hasComma) writer.fragment(COMMA);
  const runes = entry(entry(SELECTION_BEGINS, style), row);
  writer.fragment(entry(runes, random.below(runes.length)));
  writer.value(Math.floor(minutes * 45 * random.next() ** 2));
  if (random.next() < 0.7) {
    writer.fragment(NO_SECOND_VALUE);
    return;
  }
  writer.fragment(SECOND_VALUE);
  writer.value(Math.floor(minutes * 20 * random.next()));
  writer.fragment(NO_THIRD_VALUE);
}
