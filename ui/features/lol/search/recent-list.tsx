/** Who was looked at lately in this browser. Stays here: nobody else is told. */
import { CloseButton } from '@mantine/core';

import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import { platformName } from './platform-names.ts';
import { PlayerLink } from './player-link.tsx';
import classes from './player-list.module.css';
import { useRecentPlayers } from './recent-players-hook.ts';
import { removeRecent } from './recent-players.ts';
import { printRiotId } from './riot-id.ts';

export function RecentList() {
  const [players, keep] = useRecentPlayers();
  return (
    <Section title="Looked at lately" aside="kept in this browser">
      {players.length === 0 ? (
        <EmptyState>Nobody yet. Players whose history you open are listed here.</EmptyState>
      ) : (
        <ul className={classes.list}>
          {players.map((player) => (
            <li key={printRiotId(player)} className={classes.player}>
              <PlayerLink player={player} />
              <span className={classes.note}>
                {player.platform === null ? '' : platformName(player.platform)}
              </span>
              <CloseButton
                size="sm"
                aria-label={`Forget ${printRiotId(player)}`}
                onClick={() => keep(removeRecent(players, player))}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
