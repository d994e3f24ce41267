/** Holds the place of League of Legends players until that area is built. */
import { PlannedArea } from '../features/areas/planned-area.tsx';

export function PlayersPage() {
  return (
    <PlannedArea title="Players">
      Here will be League of Legends players: ask for one by Riot ID, watch the whole match history arrive,
      and see how it goes by hour, weekday and session, in the time zone of your choice. This build neither
      collects histories nor contains these pages.
    </PlannedArea>
  );
}
