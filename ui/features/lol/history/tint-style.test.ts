import { expect, test } from 'vitest';

import { cssVariables } from '../../../theme.ts';
import { MOST_TINT, tintStyle } from './tint-style.ts';

test.each([
  [0, '0%'],
  [0.5, '21%'],
  [-1, '42%'],
  [3, '42%'],
])('a share of %s is a tint of %s', (share, tint) => {
  expect(tintStyle(share)).toEqual({ '--tint': tint });
});

test('where there is anything, it can be seen', () => {
  expect(tintStyle(0.01, 8)).toEqual({ '--tint': '8%' });
});

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

/** As WCAG 2 defines it. */
function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) =>
    channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(
  (['light', 'dark'] as const).flatMap((scheme) =>
    ['accent', 'good', 'warn', 'bad', 'info'].map((tone) => [scheme, tone] as const),
  ),
)('in %s, text on the strongest tint of %s can be read', (scheme, tone) => {
  const colours: Readonly<Record<string, string>> = cssVariables({} as never)[scheme];
  const colourOf = (name: string): number[] => channels(colours[name] ?? '');
  const [tint, ground] = [colourOf(`--gk-${tone}`), colourOf('--gk-panel-quiet')];
  const mixed = ground.map((channel, at) => channel + ((tint[at] ?? 0) - channel) * (MOST_TINT / 100));
  const [bright = 0, dark = 0] = [luminance(mixed), luminance(colourOf('--mantine-color-text'))].toSorted(
    (a, b) => b - a,
  );
  expect((bright + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
});
