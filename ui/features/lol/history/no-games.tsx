/** Where no game is counted: because none is there yet, because there are none, or because the filter leaves none. */
import { Link } from '@tanstack/react-router';

import type { LolCollection, LolHistory } from '#/contract/lol-collection.ts';
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';

import { PanelSkeleton } from '../../../components/skeletons.tsx';
import { isMoving } from './following.ts';
import { isFiltered, searchForHistory, withoutFilter, type HistoryView } from './history-address.ts';
import classes from './no-games.module.css';

interface NoGamesProps {
  readonly history: LolHistory;
  readonly collection: LolCollection;
  readonly options: HistoryOptions;
  readonly view: HistoryView;
}

export function NoGames({ history, collection, options, view }: NoGamesProps) {
  const { stored, remakes, unplayed, againstBots } = history.analysis.counts;
  if (stored > 0 && isFiltered(options)) {
    return (
      <div className={classes.empty}>
        <h2>No game is left by these options</h2>
        <p>
          Take a piece of the filter away, or{' '}
          <Link to="." search={searchForHistory(withoutFilter(options), view)} resetScroll={false}>
            clear it
          </Link>
          .
        </p>
      </div>
    );
  }
  if (isMoving(collection)) {
    return (
      <div className={classes.coming}>
        <p>The first charts appear with the first games.</p>
        <PanelSkeleton lines={5} />
      </div>
    );
  }
  return (
    <div className={classes.empty}>
      <h2>No games to show</h2>
      <p>
        {stored === 0
          ? 'Riot lists no game of this player: either none was played in the last two years, or not on this account.'
          : `There are ${stored} games, and none of them counts: ${remakes} remakes, ${unplayed} aborted, ${againstBots} against bots.`}
      </p>
    </div>
  );
}
