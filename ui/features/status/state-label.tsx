/** A part's state as icon and word: colour only repeats what both already say. */
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHourglassHigh,
} from '@tabler/icons-react';

import type { PartState } from '#/contract/status.ts';

import classes from './state-label.module.css';

const LOOKS = {
  running: { word: 'Running', tone: 'good', Icon: IconCircleCheckFilled },
  starting: { word: 'Starting', tone: 'info', Icon: IconHourglassHigh },
  degraded: { word: 'Degraded', tone: 'warn', Icon: IconAlertTriangleFilled },
  down: { word: 'Down', tone: 'bad', Icon: IconCircleXFilled },
} as const satisfies Record<PartState, unknown>;

export function StateLabel({ state }: { readonly state: PartState }) {
  return (
    <span className={classes.label} data-tone={LOOKS[state].tone}>
      <StateIcon state={state} size={16} />
      {LOOKS[state].word}
    </span>
  );
}

export function StateIcon({ state, size }: { readonly state: PartState; readonly size: number }) {
  const { Icon, tone } = LOOKS[state];
  return <Icon className={classes.icon} data-tone={tone} size={size} aria-hidden="true" />;
}
