/** To look again, and to take away: newer games now, the games as CSV, the analysis as JSON, the link to what is seen. */
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconDownload, IconLink, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';

import { ApiProblem } from '../../../lib/api-problem.ts';
import { useTimeText } from '../../../lib/clock-hook.ts';
import { queryForHistory } from './history-address.ts';
import { useRefresh, type AskedPlayer } from './history-query.ts';
import classes from './history-tools.module.css';

interface HistoryToolsProps {
  readonly player: AskedPlayer;
  readonly options: HistoryOptions;
}

export function HistoryTools({ player, options }: HistoryToolsProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const text = queryForHistory(options, player.platform);
  const behind = text === '' ? '' : `?${text}`;
  const path = ['', 'api', 'lol', 'players', player.gameName, player.tagLine]
    .map(encodeURIComponent)
    .join('/');
  return (
    <div className={classes.tools}>
      <RefreshButton player={player} options={options} />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={
          clipboard.copied ? (
            <IconCheck size={15} aria-hidden="true" />
          ) : (
            <IconLink size={15} aria-hidden="true" />
          )
        }
        onClick={() => clipboard.copy(window.location.href)}
      >
        {clipboard.copied ? 'Copied' : 'Copy link'}
      </Button>
      <Button
        component="a"
        variant="default"
        size="compact-sm"
        href={`${path}/history.csv${behind}`}
        download
        leftSection={<IconDownload size={15} aria-hidden="true" />}
      >
        CSV
      </Button>
      <Button
        component="a"
        variant="default"
        size="compact-sm"
        href={`${path}/history${behind}`}
        target="_blank"
      >
        JSON
      </Button>
    </div>
  );
}

function RefreshButton({ player, options }: HistoryToolsProps) {
  const refresh = useRefresh(player, options);
  const { mutate, isPending, error, submittedAt } = useMutation({
    mutationFn: refresh,
    networkMode: 'always',
  });
  const isTooSoon = error instanceof ApiProblem && error.status === 429;
  const waitUntil = isTooSoon ? submittedAt + (error.retryAfterMs ?? 0) : 0;
  const seconds = useTimeText((now) => String(Math.max(0, Math.ceil((waitUntil - now) / 1_000))));
  return (
    <>
      <output className={classes.told}>
        {isTooSoon && seconds !== '0' ? `Asked for a moment ago: can be refreshed in ${seconds} s` : ''}
        {error && !isTooSoon ? error.message : ''}
      </output>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconRefresh size={15} aria-hidden="true" />}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {isPending ? 'Asking…' : 'Look for new games'}
      </Button>
    </>
  );
}
