/** One match of the day: when or how far, who against whom, the score, and what there is of it. */
import { Link } from '@tanstack/react-router';
import { memo } from 'react';

import type { FootballFixture } from '#/contract/football.ts';

import { clockText } from '../match-clock.ts';
import { MatchState } from '../match-state.tsx';
import { countWords } from './count-words.ts';
import { timeIn, USUAL_ZONE } from './day-address.ts';
import classes from './fixture-row.module.css';

interface FixtureRowProps {
  readonly fixture: FootballFixture;
  readonly zone: string;
}

/** Drawn again only when it changed: the cache keeps the object of a match that is told anew as it was, and a day has hundreds. */
export const FixtureRow = memo(function FixtureRow({ fixture, zone }: FixtureRowProps) {
  const { id, status, statusGroup, kickoffAt, trouble } = fixture;
  const words = countWords(fixture);
  return (
    <li className={classes.row} data-group={statusGroup}>
      <span className={classes.when}>
        <MatchState group={statusGroup}>
          {status === 'NS' ? timeIn(zone, kickoffAt) : clockText(fixture)}
        </MatchState>
      </span>
      <Link
        to="/football/fixtures/$id"
        params={{ id: String(id) }}
        search={zone === USUAL_ZONE ? {} : { zone }}
        className={classes.match}
      >
        <Team fixture={fixture} side="home" />
        <Team fixture={fixture} side="away" />
      </Link>
      {words === '' ? null : <span className={classes.counts}>{words}</span>}
      {trouble === null ? null : <span className={classes.trouble}>No news: {trouble}</span>}
    </li>
  );
});

function Team({ fixture, side }: Pick<FixtureRowProps, 'fixture'> & { readonly side: 'home' | 'away' }) {
  const { score, penalties } = fixture;
  const other = side === 'home' ? 'away' : 'home';
  const isAhead = score !== null && score[side] > score[other];
  return (
    <span className={classes.team} data-ahead={isAhead}>
      <bdi className={classes.name}>{fixture[side].name}</bdi>{' '}
      <span className={classes.score}>
        {score === null ? '' : score[side]}
        {penalties === null ? '' : ` (${penalties[side]})`}
      </span>{' '}
    </span>
  );
}
