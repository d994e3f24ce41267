/** Whose games are stored already, those with most games first. */
import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useKnownPlayers } from './known-players-query.ts';
import { platformName } from './platform-names.ts';
import { PlayerLink } from './player-link.tsx';
import classes from './player-list.module.css';

const MOST_SHOWN = 20;

export function KnownList() {
  const { data, error, refetch } = useKnownPlayers('', MOST_SHOWN);
  if (data === undefined && error) {
    return <ProblemAlert error={error} onRetry={async () => void (await refetch())} />;
  }
  if (data === undefined) {
    return (
      <Loading what="the players that are stored">
        <PanelSkeleton lines={4} />
      </Loading>
    );
  }
  const players = data.players.filter(({ tagLine }) => tagLine !== '');
  return (
    <Section title="Stored here" aside="most games first">
      {players.length === 0 ? (
        <EmptyState>
          Nobody yet. Ask for a Riot ID above: the history is collected at once, and the page fills while it
          comes.
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {players.map((player) => (
            <li key={player.puuid} className={classes.player}>
              <PlayerLink player={player} />
              <span className={classes.note}>{platformName(player.platform)}</span>
              <span className={classes.note}>{formatCount(player.games)} games</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
