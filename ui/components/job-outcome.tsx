/** How a job ended, as icon and word. */
import { IconArrowForwardUp, IconCheck, IconCircleX, IconClock, IconRefresh } from '@tabler/icons-react';

import type { JobEnd } from '#/contract/status.ts';

import { ToneLabel } from './tone-label.tsx';

const LOOKS = {
  done: { word: 'Done', tone: 'good', Icon: IconCheck },
  skipped: { word: 'Skipped', tone: 'quiet', Icon: IconArrowForwardUp },
  postponed: { word: 'Postponed', tone: 'info', Icon: IconClock },
  retried: { word: 'Retried', tone: 'warn', Icon: IconRefresh },
  'dead-lettered': { word: 'Dead-lettered', tone: 'bad', Icon: IconCircleX },
} as const satisfies Record<JobEnd['outcome'], unknown>;

interface JobOutcomeProps {
  readonly outcome: JobEnd['outcome'];
  /** Instead of the outcome's own word, where the column already says it. */
  readonly text?: string;
}

export function JobOutcome({ outcome, text }: JobOutcomeProps) {
  const { word, tone, Icon } = LOOKS[outcome];
  return (
    <ToneLabel tone={tone} Icon={Icon}>
      {text ?? word}
    </ToneLabel>
  );
}
