/** Where a match stands, as icon and word: the colour is never all that tells it. */
import {
  IconCircleCheck,
  IconClock,
  IconPlayerPauseFilled,
  IconPlayerRecordFilled,
  IconAlertTriangleFilled,
  IconCircleX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { FootballFixture } from '#/contract/football.ts';

import { ToneLabel } from '../../components/tone-label.tsx';

const LOOKS = {
  upcoming: { tone: 'quiet', Icon: IconClock },
  live: { tone: 'good', Icon: IconPlayerRecordFilled },
  break: { tone: 'info', Icon: IconPlayerPauseFilled },
  'held-up': { tone: 'warn', Icon: IconAlertTriangleFilled },
  finished: { tone: 'quiet', Icon: IconCircleCheck },
  'not-played': { tone: 'warn', Icon: IconCircleX },
} as const satisfies Record<FootballFixture['statusGroup'], unknown>;

interface MatchStateProps {
  readonly group: FootballFixture['statusGroup'];
  readonly children: ReactNode;
}

export function MatchState({ group, children }: MatchStateProps) {
  const { tone, Icon } = LOOKS[group];
  return (
    <ToneLabel tone={tone} Icon={Icon}>
      {children}
    </ToneLabel>
  );
}
