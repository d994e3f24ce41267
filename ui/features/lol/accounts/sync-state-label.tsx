/** The state of a sync as icon and word. */
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconHourglassHigh,
  IconRefresh,
} from '@tabler/icons-react';

import type { LolAccount } from '#/contract/lol-accounts.ts';

import { ToneLabel } from '../../../components/tone-label.tsx';

const LOOKS = {
  pending: { word: 'Pending', tone: 'quiet', Icon: IconHourglassHigh },
  syncing: { word: 'Syncing', tone: 'info', Icon: IconRefresh },
  completed: { word: 'In sync', tone: 'good', Icon: IconCircleCheckFilled },
  failed: { word: 'Failed', tone: 'bad', Icon: IconAlertTriangleFilled },
} as const satisfies Record<LolAccount['state'], unknown>;

export function SyncStateLabel({ state }: Pick<LolAccount, 'state'>) {
  const { word, tone, Icon } = LOOKS[state];
  return (
    <ToneLabel tone={tone} Icon={Icon}>
      {word}
    </ToneLabel>
  );
}
