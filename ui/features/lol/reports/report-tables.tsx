/** The parts of a report that are lists: champions, ladders, members, and how one stands in one's groups. */
import { Button } from '@mantine/core';
import { useState } from 'react';

import type { LolReport } from '#/contract/lol-reports.ts';
import { ladderName } from '#/domain/lol/history/queue-names.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import { formatCount } from '../../../lib/format.ts';
import { rankWords, standingWords } from '../tracking/rank-words.ts';
import classes from './reports.module.css';
import { differenceWithInterval, rateWithInterval, signedCount, wonWords } from './report-words.ts';

type Champion = LolReport['figures']['champions'][number];
type Ladder = LolReport['ranks'][number];
type Member = LolReport['members'][number];
type Group = LolReport['groups'][number];

const SHOWN_CHAMPIONS = 12;
/** As the hours of a report count it. */
const LOW_SAMPLE = 10;

const CHAMPIONS: Columns<Champion> = [
  { header: 'Champion', cell: ({ name }) => name },
  { header: 'Games', cell: ({ games }) => formatCount(games), align: 'end' },
  { header: 'Won', cell: ({ wins }) => formatCount(wins), align: 'end' },
  { header: 'Win rate', cell: (champion) => <ChampionRate {...champion} />, align: 'end', card: 'wide' },
  {
    header: 'Kills / deaths / assists',
    cell: ({ kills, deaths, assists }) => [kills, deaths, assists].map(formatCount).join(' / '),
    align: 'end',
    card: 'wide',
  },
];

export function ChampionsTable({ champions }: { readonly champions: readonly Champion[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? champions : champions.slice(0, SHOWN_CHAMPIONS);
  const more = champions.length - shown.length;
  return (
    <Section title="Champions" aside={`${formatCount(champions.length)} played`}>
      {champions.length === 0 ? (
        <EmptyState>No games in this week.</EmptyState>
      ) : (
        <DataTable
          label="Champions"
          columns={CHAMPIONS}
          rows={shown}
          rowKey={({ champion }) => String(champion)}
        />
      )}
      {more > 0 ? (
        <div className={classes.more}>
          <Button variant="default" size="compact-sm" onClick={() => setIsWhole(true)}>
            Show {formatCount(more)} more
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

/** A share of a handful of games is shown, but not as loudly as others. */
function ChampionRate({ winRate, games }: Pick<Champion, 'winRate' | 'games'>) {
  return <span className={games < LOW_SAMPLE ? classes.low : undefined}>{rateWithInterval(winRate)}</span>;
}

const LADDERS: Columns<Ladder> = [
  { header: 'Queue', cell: ({ queue }) => ladderName(queue) },
  {
    header: 'From',
    cell: ({ from, isFromWithin }) => `${rankWords(from)}${isFromWithin ? ' (first seen in this week)' : ''}`,
    card: 'wide',
  },
  { header: 'To', cell: ({ to }) => rankWords(to), card: 'wide' },
  {
    header: 'Change',
    cell: ({ change }) => (change === null ? 'not known' : `${signedCount(change)} LP`),
    align: 'end',
  },
  {
    header: 'Moves',
    cell: ({ moves }) => moves.map(({ kind, to }) => `${kind} to ${standingWords(to)}`).join(', ') || 'none',
    card: 'wide',
  },
];

export function LaddersTable({ ladders }: { readonly ladders: readonly Ladder[] }) {
  return (
    <Section title="League points">
      {ladders.length === 0 ? (
        <EmptyState>No rank was seen until the end of this week.</EmptyState>
      ) : (
        <DataTable label="League points" columns={LADDERS} rows={ladders} rowKey={({ queue }) => queue} />
      )}
    </Section>
  );
}

const MEMBERS: Columns<Member> = [
  { header: 'Player', cell: ({ name }) => name },
  {
    header: 'Games',
    cell: ({ totals, before }) =>
      `${formatCount(totals.games)} (${signedCount(totals.games - before.games)})`,
    align: 'end',
  },
  { header: 'Won', cell: ({ totals }) => formatCount(totals.wins), align: 'end' },
  { header: 'Win rate', cell: ({ totals }) => rateWithInterval(totals.winRate), align: 'end', card: 'wide' },
  {
    header: 'League points',
    cell: ({ ranks }) =>
      ranks
        .map(
          ({ queue, change }) =>
            `${ladderName(queue)} ${change === null ? 'not known' : signedCount(change)}`,
        )
        .join(', ') || '–',
    card: 'wide',
  },
  { header: 'In a row', cell: ({ streaks }) => `${streaks.wins} won, ${streaks.losses} lost` },
  {
    header: 'Most played',
    cell: ({ mostPlayed }) => (mostPlayed === null ? '–' : `${mostPlayed.name} (${wonWords(mostPlayed)})`),
    card: 'wide',
  },
];

export function MembersTable({ members }: { readonly members: readonly Member[] }) {
  return (
    <Section title="Members">
      {members.length === 0 ? (
        <EmptyState>Nobody is in this group.</EmptyState>
      ) : (
        <DataTable label="Members" columns={MEMBERS} rows={members} rowKey={({ puuid }) => puuid} />
      )}
    </Section>
  );
}

const GROUPS: Columns<Group> = [
  { header: 'Group', cell: ({ name }) => name },
  { header: 'Others who played', cell: ({ others }) => formatCount(others), align: 'end' },
  {
    header: 'Games each',
    cell: ({ gamesEach }) => (gamesEach === null ? '–' : gamesEach.toFixed(1)),
    align: 'end',
  },
  { header: 'Their win rate', cell: ({ winRate }) => rateWithInterval(winRate), align: 'end', card: 'wide' },
  {
    header: 'Difference',
    cell: ({ difference }) => differenceWithInterval(difference),
    align: 'end',
    card: 'wide',
  },
  { header: 'Place by games', cell: ({ placeByGames }) => placeByGames, align: 'end' },
  { header: 'Place by win rate', cell: ({ placeByWinRate }) => placeByWinRate ?? '–', align: 'end' },
];

export function GroupsTable({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <Section title="Beside the group">
      <DataTable label="Beside the group" columns={GROUPS} rows={groups} rowKey={({ id }) => id} />
    </Section>
  );
}
