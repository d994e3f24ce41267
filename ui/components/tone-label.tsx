/** A state as icon and word; its colour is never all that tells it. */
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './tone-label.module.css';

type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet';

interface ToneLabelProps {
  readonly tone: Tone;
  readonly Icon: TablerIcon;
  readonly children: ReactNode;
}

export function ToneLabel({ tone, Icon, children }: ToneLabelProps) {
  return (
    <span className={classes.label} data-tone={tone}>
      <ToneIcon tone={tone} Icon={Icon} size={16} />
      {children}
    </span>
  );
}

interface ToneIconProps extends Pick<ToneLabelProps, 'tone' | 'Icon'> {
  readonly size: number;
}

export function ToneIcon({ tone, Icon, size }: ToneIconProps) {
  return <Icon className={classes.icon} data-tone={tone} size={size} aria-hidden="true" />;
}
