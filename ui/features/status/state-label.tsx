/** A part's state as icon and word: colour only repeats what both already say. */
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHourglassHigh,
} from '@tabler/icons-react';

import type { PartState } from '#/contract/status.ts';

import { ToneIcon, ToneLabel } from '../../components/tone-label.tsx';

const LOOKS = {
  running: { word: 'Running', tone: 'good', Icon: IconCircleCheckFilled },
  starting: { word: 'Starting', tone: 'info', Icon: IconHourglassHigh },
  degraded: { word: 'Degraded', tone: 'warn', Icon: IconAlertTriangleFilled },
  down: { word: 'Down', tone: 'bad', Icon: IconCircleXFilled },
} as const satisfies Record<PartState, unknown>;

export function StateLabel({ state }: { readonly state: PartState }) {
  const { word, tone, Icon } = LOOKS[state];
  return (
    <ToneLabel tone={tone} Icon={Icon}>
      {word}
    </ToneLabel>
  );
}

export function StateIcon({ state, size }: { readonly state: PartState; readonly size: number }) {
  const { Icon, tone } = LOOKS[state];
  return <ToneIcon tone={tone} Icon={Icon} size={size} />;
}
