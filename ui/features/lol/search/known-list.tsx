/** Whose games are stored already, those with most games first; while there is nobody, who could be asked for. */
import type { LolPlayers } from '#/contract/lol-collection.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useKnownPlayers } from './known-players-query.ts';
import { platformName } from './platform-names.ts';
import { PlayerLink } from './player-link.tsx';
import { printRiotId } from './riot-id.ts';
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
  const stored = players.filter(({ puuid }) => puuid !== null);
  return (
    <>
      <Section title="Stored here" aside="most games first">
        {stored.length === 0 ? (
          <EmptyState>
            Nobody yet. Ask for a Riot ID above: the history is collected at once, and the page fills while it
            comes.
          </EmptyState>
        ) : (
          <PlayerList players={stored} />
        )}
      </Section>
      {stored.length === 0 && players.length > 0 && (
        <Section title="Seen in Teamfight Tactics" aside="to begin with">
          <PlayerList players={players} />
        </Section>
      )}
    </>
  );
}

function PlayerList({ players }: { readonly players: LolPlayers['players'] }) {
  return (
    <ul className={classes.list}>
      {players.map((player) => (
        <li key={printRiotId(player)} className={classes.player}>
          <PlayerLink player={player} />
          <span className={classes.note}>{platformName(player.platform)}</span>
          {player.games > 0 && <span className={classes.note}>{formatCount(player.games)} games</span>}
        </li>
      ))}
    </ul>
  );
}
