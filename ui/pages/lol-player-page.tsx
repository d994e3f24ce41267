/** One player of League of Legends, looked at with the options in the address. */
import '../features/lol/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { PageHeader } from '../components/page-header.tsx';
import { AreaTabs } from '../features/lol/area-tabs.tsx';
import { readAskedHistory } from '../features/lol/history/history-address.ts';
import { RefusedOptions } from '../features/lol/history/history-problem.tsx';
import { PlayerHistory } from '../features/lol/history/player-history.tsx';
import { printRiotId } from '../features/lol/search/riot-id.ts';

const route = getRouteApi('/players/$gameName/$tagLine');

export function LolPlayerPage() {
  const player = route.useParams();
  const asked = readAskedHistory(route.useSearch());
  const riotId = printRiotId(player);
  return (
    <>
      <AreaTabs />
      {asked.type === 'ok' ? (
        <PlayerHistory
          key={riotId.toLowerCase()}
          asked={{ ...player, platform: asked.view.platform }}
          options={asked.options}
          view={asked.view}
        />
      ) : (
        <>
          <PageHeader title={riotId} />
          <RefusedOptions faults={asked.faults} />
        </>
      )}
    </>
  );
}
