/** The games behind a row, newest first: no number without the games that it was made of. */
import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { TftGames } from '#/contract/tft-reference.ts';
import { ladderWords } from '#/domain/tft/ladder-points.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { formatCount } from '../../../lib/format.ts';
import classes from './games-drawer.module.css';
import { useGames } from './tft-queries.ts';

interface GamesDrawerProps {
  readonly question: Question;
  /** Key of the row; undefined: closed. */
  readonly row: string | undefined;
  readonly onClose: () => void;
}

const LISTED = 100;

export function GamesDrawer({ question, row, onClose }: GamesDrawerProps) {
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      position="right"
      size="30rem"
      title="Games behind this row"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '' }}
    >
      {row === undefined ? null : <Games question={question} row={row} />}
    </Drawer>
  );
}

function Games({ question, row }: { readonly question: Question; readonly row: string }) {
  const { data, error, refetch } = useGames(question, row, LISTED);
  if (data) return <GameList games={data} />;
  if (error) return <ProblemAlert error={error} onRetry={async () => void (await refetch())} />;
  return (
    <Loading what="the games">
      <PanelSkeleton lines={8} />
    </Loading>
  );
}

function GameList({ games: { words, games, total } }: { readonly games: TftGames }) {
  return (
    <>
      <p className={classes.words}>
        {words} {games.length < total ? `The newest ${games.length} of ${formatCount(total)}.` : ''}
      </p>
      {games.length === 0 ? <EmptyState>No game is behind this row any more.</EmptyState> : null}
      <ul className={classes.list} aria-label="Games">
        {games.map(({ id, seat, placement, level, lp, endedAt }) => (
          <li key={`${id} ${seat}`} className={classes.game}>
            <span className={classes.place} data-top={placement <= 4}>
              {placement}
            </span>
            <Link to="/tft/matches/$id" params={{ id }}>
              {id}
            </Link>
            <span className={classes.facts}>
              level {level} · {lp === null ? 'unknown rank' : ladderWords(lp)}
            </span>
            <span className={classes.time}>
              <TimeAgo at={endedAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
