/** Light, as the system says, or dark. */
import { VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react';

import { useColourScheme, type ColourScheme } from '../lib/colour-scheme.ts';
import { Choice } from './choice.tsx';
import classes from './colour-scheme-choice.module.css';

const SCHEMES: readonly { readonly value: ColourScheme; readonly name: string; readonly Icon: Icon }[] = [
  { value: 'light', name: 'Light', Icon: IconSun },
  { value: 'auto', name: 'System', Icon: IconDeviceDesktop },
  { value: 'dark', name: 'Dark', Icon: IconMoon },
];

export function ColourSchemeChoice() {
  const [scheme, choose] = useColourScheme();
  const options = SCHEMES.map(({ value, name, Icon }) => ({
    value,
    label: (
      <span className={classes.choice} title={name}>
        <Icon size={16} aria-hidden="true" />
        <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    ),
  }));
  return <Choice label="Colour scheme" value={scheme} onChange={choose} options={options} />;
}
