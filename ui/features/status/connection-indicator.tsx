/** In the header of every page: whether what you see is happening now. */
import {
  IconBroadcast,
  IconCloudOff,
  IconPlayerPause,
  IconPlugConnected,
  IconRefresh,
  IconRefreshAlert,
} from '@tabler/icons-react';

import classes from './connection-indicator.module.css';
import type { ConnectionKind } from './describe-connection.ts';
import { useConnection } from './status-query.ts';

const LOOKS = {
  connecting: { tone: 'quiet', Icon: IconPlugConnected, hint: 'Waiting for the first word from Gamekeeper.' },
  live: { tone: 'good', Icon: IconBroadcast, hint: 'Changes appear here as they happen.' },
  polling: {
    tone: 'info',
    Icon: IconRefresh,
    hint: 'No live feed at the moment: the page asks every few seconds.',
  },
  reconnecting: { tone: 'warn', Icon: IconRefreshAlert, hint: 'The live feed was lost; trying again.' },
  offline: { tone: 'bad', Icon: IconCloudOff, hint: 'Gamekeeper does not answer; the page keeps trying.' },
  paused: { tone: 'quiet', Icon: IconPlayerPause, hint: 'Paused while nobody looks at this page.' },
} as const satisfies Record<ConnectionKind, unknown>;

export function ConnectionIndicator() {
  const { kind, label } = useConnection();
  const { tone, Icon, hint } = LOOKS[kind];
  return (
    <output className={classes.indicator} data-tone={tone} aria-label="Connection" title={hint}>
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
    </output>
  );
}
