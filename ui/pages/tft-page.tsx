/** Holds the place of Teamfight Tactics until that area is built. */
import { PlannedArea } from '../features/areas/planned-area.tsx';

export function TftPage() {
  return (
    <PlannedArea title="TFT explorer">
      Here will be an explorer for Teamfight Tactics: average placement, top-four and win rate of every unit,
      item and trait, filtered by patch, region and the players&rsquo; league points at the time of the match,
      each number with the count of games behind it. This build neither collects matches nor contains the
      explorer.
    </PlannedArea>
  );
}
