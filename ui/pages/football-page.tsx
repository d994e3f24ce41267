/** Holds the place of football goals and clips until that area is built. */
import { PlannedArea } from '../features/areas/planned-area.tsx';

export function FootballPage() {
  return (
    <PlannedArea title="Football">
      Here will be the day&rsquo;s fixtures with their goals as they fall, what the video referee took back or
      corrected, and the clips that were found for each goal. This build neither follows fixtures nor contains
      these pages.
    </PlannedArea>
  );
}
