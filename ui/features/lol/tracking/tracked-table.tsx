/** The tracked players: what there is of each, when it was last looked for, and what went wrong. */
import { Link } from '@tanstack/react-router';

import type { LolTrackedPlayer } from '#/contract/lol-tracking.ts';
import { ladderName } from '#/domain/lol/history/queue-names.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { formatCount } from '../../../lib/format.ts';
import { progressWords } from '../accounts/describe-sync.ts';
import { platformName } from '../search/platform-names.ts';
import { PlayerLink } from '../search/player-link.tsx';
import { rankWords } from './rank-words.ts';
import { TrackedActions } from './tracked-actions.tsx';
import classes from './tracking.module.css';

const COLUMNS: Columns<LolTrackedPlayer> = [
  { header: 'Player', cell: (player) => <Name player={player} /> },
  { header: 'Games', cell: ({ progress }) => progressWords(progress), card: 'wide' },
  { header: 'Last run', cell: (player) => <LastRun player={player} />, card: 'wide' },
  { header: 'Rank', cell: (player) => <Ranks player={player} />, card: 'wide' },
  { header: 'Do', cell: (player) => <TrackedActions player={player} />, card: 'wide' },
];

export function TrackedTable({ players }: { readonly players: readonly LolTrackedPlayer[] }) {
  return <DataTable label="Tracked players" columns={COLUMNS} rows={players} rowKey={({ puuid }) => puuid} />;
}

function Name({ player }: { readonly player: LolTrackedPlayer }) {
  const { platform, timeZone, groups } = player;
  return (
    <>
      <PlayerLink player={player} />
      <span className={classes.under}>
        {platformName(platform)}, {timeZone}
        {groups.length > 0 ? ` · ${groups.map(({ name }) => name).join(', ')}` : ''}
      </span>
    </>
  );
}

function LastRun({
  player: { latestAt, listedUntil, leftOver, failure },
}: {
  readonly player: LolTrackedPlayer;
}) {
  return (
    <>
      {latestAt === null ? 'Not yet' : <TimeAgo at={latestAt} />}
      {listedUntil === null ? null : (
        <span className={classes.under}>
          complete until <TimeAgo at={listedUntil} />
          {leftOver > 0 ? `, ${formatCount(leftOver)} left for the next run` : ''}
        </span>
      )}
      {failure === null ? null : (
        <span className={classes.failure}>
          Failed <TimeAgo at={failure.at} />: {failure.reason}
        </span>
      )}
    </>
  );
}

function Ranks({ player: { ranks, rankedAt, puuid } }: { readonly player: LolTrackedPlayer }) {
  return (
    <>
      {ranks.length === 0 ? (rankedAt === null ? 'Not asked yet' : 'No rank') : null}
      {ranks.map((rank) => (
        <span key={rank.queue} className={classes.rank}>
          {rankWords(rank)}
          <span className={classes.under}>
            {ladderName(rank.queue)}, {formatCount(rank.wins)} won, {formatCount(rank.losses)} lost
          </span>
        </span>
      ))}
      <span className={classes.under}>
        {rankedAt === null ? null : (
          <>
            asked <TimeAgo at={rankedAt} /> ·{' '}
          </>
        )}
        <Link to="/players/reports" search={{ subject: puuid }}>
          Reports
        </Link>
      </span>
    </>
  );
}
