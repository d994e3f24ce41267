/**
 * A player's page: who, how far the history is collected, how it is looked at, and what it says so far. It asks once and is then fed: the live
 * feed tells how far the collection is, and the charts follow it.
 */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { LolHistory } from '#/contract/lol-collection.ts';
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';

import { PageHeader } from '../../../components/page-header.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { changedSearch } from '../../../lib/changed-search.ts';
import type { FlatSearch } from '../../../lib/flat-search.ts';
import { platformName } from '../search/platform-names.ts';
import { useNoteRecent } from '../search/recent-players-hook.ts';
import { printRiotId } from '../search/riot-id.ts';
import { AnalysisPanels } from './analysis-panels.tsx';
import { CancelCollection } from './cancel-collection.tsx';
import { CollectionPanel } from './collection-panel.tsx';
import { countWords } from './count-words.ts';
import { FindingsPanel } from './findings-panel.tsx';
import { isMoving } from './following.ts';
import { searchForHistory, withoutFilter, type HistoryView } from './history-address.ts';
import { HistoryProblem } from './history-problem.tsx';
import { useFollowedCollection, useHistory, type AskedPlayer } from './history-query.ts';
import { HistoryTools } from './history-tools.tsx';
import { NoGames } from './no-games.tsx';
import { optionChoices } from './option-choices.ts';
import { OptionsBar } from './options-bar.tsx';
import { OverviewStrip } from './overview-strip.tsx';
import classes from './player-history.module.css';

interface PlayerHistoryProps {
  readonly asked: AskedPlayer;
  readonly options: HistoryOptions;
  readonly view: HistoryView;
}

export function PlayerHistory({ asked, options, view }: PlayerHistoryProps) {
  const { data, error, isPlaceholderData, refetch, errorUpdatedAt } = useHistory(asked, options);
  // One question at a time: the answer to a second one would be the first one's.
  const askAgain = async () => void (await refetch({ cancelRefetch: false }));
  useNoteRecent(useRecentOf(data));
  // A look-up that ended without a player leaves nothing to show but the problem.
  if (data && !(error && data.player.puuid === null)) {
    return (
      <Shown
        asked={asked}
        history={data}
        options={options}
        view={view}
        isOld={isPlaceholderData}
        fault={error}
        askAgain={askAgain}
      />
    );
  }
  return (
    <>
      <PageHeader title={printRiotId(asked)} />
      {error ? (
        <HistoryProblem player={asked} error={error} at={errorUpdatedAt} onRetry={askAgain} />
      ) : (
        <Loading what="the history">
          <PanelSkeleton lines={2} />
          <PanelSkeleton lines={5} />
          <PanelSkeleton lines={8} />
        </Loading>
      )}
    </>
  );
}

interface ShownProps extends PlayerHistoryProps {
  readonly history: LolHistory;
  /** Of other options than those in the address, until theirs are there. */
  readonly isOld: boolean;
  readonly fault: Error | null;
  readonly askAgain: () => Promise<void>;
}

function Shown({ asked, history, options, view, isOld, fault, askAgain }: ShownProps) {
  const collection = useFollowedCollection(history, () => void askAgain());
  const { analysis, player, words } = history;
  const { counts } = analysis;
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <PageHeader title={printRiotId(player)} />
        <span className={classes.platform}>
          {player.platform === null ? '' : platformName(player.platform)}
        </span>
        <HistoryTools player={asked} options={options} />
      </div>
      <CollectionPanel collection={collection}>
        {collection.isRunning && player.puuid !== null ? (
          <CancelCollection player={player} onDone={() => void askAgain()} />
        ) : null}
      </CollectionPanel>
      {fault ? (
        <p role="alert" className={classes.fault}>
          Not as new as it could be: {fault.message}
        </p>
      ) : null}
      <Options asked={asked} options={options} view={view} />
      <div className={classes.answer} data-old={isOld} aria-busy={isOld}>
        <p className={classes.words}>
          {words} {counts.stored === 0 ? null : <span className={classes.counts}>{countWords(counts)}</span>}
        </p>
        {counts.counted === 0 ? (
          <NoGames history={history} collection={collection} options={options} view={view} />
        ) : (
          <>
            <OverviewStrip analysis={analysis} />
            <FindingsPanel analysis={analysis} isPartial={isMoving(collection)} />
            <AnalysisPanels history={history} options={options} view={view} />
          </>
        )}
      </div>
    </div>
  );
}

/** What there is to choose from is asked of the whole history: a filter must not take away the way out of it. */
function Options({ asked, options, view }: PlayerHistoryProps) {
  const navigate = useNavigate();
  const whole = useHistory(asked, withoutFilter(options));
  const choices = useMemo(() => optionChoices(whole.data?.analysis, options), [whole.data, options]);
  const change = (next: HistoryOptions) => {
    const [shown, wanted] = [searchForHistory(options, view), searchForHistory(next, view)];
    const search = (latest: FlatSearch) => changedSearch({ latest, shown, wanted });
    void navigate({ to: '.', search, resetScroll: false });
  };
  return <OptionsBar options={options} choices={choices} onChange={change} />;
}

/** The same object while the same player is shown: it is noted once. */
function useRecentOf(history: LolHistory | undefined) {
  const { puuid = null, gameName, tagLine, platform } = history?.player ?? {};
  return useMemo(
    () =>
      puuid === null || gameName === undefined || tagLine === undefined
        ? undefined
        : { gameName, tagLine, platform: platform ?? null },
    [puuid, gameName, tagLine, platform],
  );
}
