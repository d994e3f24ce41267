/** How strongly a cell is coloured, for the style sheet to mix the colour by. React's types know no custom properties. */
import type { CSSProperties } from 'react';

/** In percent. Stronger, and the numbers on it could not be read. */
export const MOST_TINT = 42;

/** 0 to 1 of the strongest tint; from `least` percent on when there is any. */
export function tintStyle(share: number, least = 0): CSSProperties {
  const percent = least + Math.min(1, Math.abs(share)) * (MOST_TINT - least);
  return { '--tint': `${Math.round(percent)}%` } as CSSProperties;
}
