/** How strongly a cell is coloured, for the style sheet to mix the colour by. React's types know no custom properties. */
import type { CSSProperties } from 'react';

/** 0 to 1 of the strongest tint, in percent; from `least` on when there is any. */
export function tintStyle(
  share: number,
  { least = 0, most }: { least?: number; most: number },
): CSSProperties {
  const percent = least + Math.min(1, Math.abs(share)) * (most - least);
  return { '--tint': `${Math.round(percent)}%` } as CSSProperties;
}
