/** Light, dark or as the system says: remembered in this browser under the key that public/colour-scheme.js reads first. */
import { localStorageColorSchemeManager, useMantineColorScheme } from '@mantine/core';

export type ColourScheme = 'light' | 'dark' | 'auto';

export const colourSchemeManager = localStorageColorSchemeManager({ key: 'gamekeeper-colour-scheme' });

export function useColourScheme(): readonly [ColourScheme, (choice: ColourScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
