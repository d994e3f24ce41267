/** The pets that players bring. A player keeps theirs from game to game. */
import { mix } from '../randomness.ts';

const SPECIES = [
  'PetBarnacle',
  'PetCandlemoth',
  'PetDustbunny',
  'PetFernling',
  'PetGoatlet',
  'PetKettlecrab',
] as const;
const SKINS = 12;

export function createCompanions(seed: number): object[] {
  return SPECIES.flatMap((species, kind) =>
    Array.from({ length: SKINS }, (_, index) => {
      const skin = index + 1;
      return {
        content_ID: contentId(seed, kind, skin),
        item_ID: (kind + 1) * 1000 + skin,
        skin_ID: skin,
        species,
      };
    }),
  );
}

/** A version 4 UUID by its looks. */
function contentId(seed: number, kind: number, skin: number): string {
  const hex = [1, 2, 3, 4].map((part) => mix(seed, kind, skin, part).toString(16).padStart(8, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
