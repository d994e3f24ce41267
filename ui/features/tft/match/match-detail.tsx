/** One game: its eight boards from first to last place. Players have no names here. */
import type { TftMatchView } from '#/contract/tft-reference.ts';
import { platformLabel } from '#/domain/tft/explore/places.ts';

import { PageHeader } from '../../../components/page-header.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { formatSpan } from '../../../lib/format.ts';
import { useMatch, useNameBook } from '../explore/tft-queries.ts';
import { MatchBoard } from './match-board.tsx';
import classes from './match-detail.module.css';

const BOARDS = 8;

export function MatchDetail({ id }: { readonly id: string }) {
  const { data, error, refetch } = useMatch(id);
  return (
    <>
      <PageHeader title={`Game ${id}`}>{data ? <MatchFacts match={data} /> : null}</PageHeader>
      {data ? (
        <Boards match={data} />
      ) : error ? (
        <>
          <ProblemAlert error={error} onRetry={async () => void (await refetch())} />
          {error instanceof ApiProblem && error.code === 'not-found' ? (
            <p className={classes.advice}>The game is not stored here, or its id was mistyped.</p>
          ) : null}
        </>
      ) : (
        <Loading what="the game">
          <PanelSkeleton lines={BOARDS} />
        </Loading>
      )}
    </>
  );
}

function MatchFacts({ match }: { readonly match: TftMatchView }) {
  const { platform, patch, queueName, endedAt, lengthSeconds } = match;
  return (
    <>
      {queueName} · {platformLabel(platform)} · patch {patch} · ended <TimeAgo at={endedAt} />
      {lengthSeconds === null ? '' : ` · took ${formatSpan(lengthSeconds * 1000)}`}
    </>
  );
}

function Boards({ match }: { readonly match: TftMatchView }) {
  const book = useNameBook();
  return (
    <Section title="Boards" aside="from first to last place">
      <ol className={classes.boards}>
        {match.boards.map((board) => (
          <MatchBoard key={board.seat} board={board} book={book} />
        ))}
      </ol>
    </Section>
  );
}
