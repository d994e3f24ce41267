/** The picture of a unit, item or trait. Without one, or when it does not load, its initials on a coloured tile that is always the same. */
import { useState } from 'react';

import classes from './game-icon.module.css';

interface GameIconProps {
  readonly name: string;
  readonly icon: string | null;
  readonly size?: number;
  /** Of a unit: the frame has the colour that players know from the shop. */
  readonly cost?: number | null;
}

/** Decoration: the name always stands beside it or in its title. */
export function GameIcon({ name, icon, size = 26, cost = null }: GameIconProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shape = { width: size, height: size, fontSize: size * 0.4 };
  if (icon === null || broken === icon) {
    return (
      <span
        className={classes.tile}
        data-cost={cost}
        style={{ ...shape, backgroundColor: `oklch(42% 0.07 ${hueOf(name)})` }}
        title={name}
        aria-hidden="true"
        // Drawn by the style sheet: as text it would be a label that the accessible name of a link must contain.
        data-initials={initialsOf(name)}
      />
    );
  }
  return (
    <img
      className={classes.picture}
      data-cost={cost}
      style={shape}
      src={icon}
      width={size}
      height={size}
      alt=""
      // The title alone would make it part of the name of what it stands in, which would then be read twice.
      aria-hidden="true"
      title={name}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(icon)}
    />
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '?', second] = words;
  return (second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)).toUpperCase();
}

function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return hash % 360;
}
