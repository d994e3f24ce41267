/** Football's switches at the start. All of them can be changed at the side door later, but for the number of matches. */
import { Type, type Static } from 'typebox';
import { ClipSwitches } from './clips/clip-site.ts';
import { MAX_IN_PLAY } from './football/fixture-calendar.ts';
import { QuirkChanges } from './football/quirks.ts';
import { PlanSetting } from './football/quota.ts';

export const FootballSettings = Type.Partial(
  Type.Object(
    {
      /** About how many matches are in play at any time. */
      inPlay: Type.Number({ minimum: 1, maximum: MAX_IN_PLAY }),
      /** The share of what each quirk of the upstream befalls. */
      quirks: QuirkChanges,
      /** What the quirks that are not named are: as often as usual, or never. */
      otherQuirks: Type.Enum(['defaults', 'none']),
      /** How often the key may ask. Left out: as the profile says. */
      plan: PlanSetting,
      clips: ClipSwitches,
    },
    { additionalProperties: false },
  ),
);
export type FootballSettings = Static<typeof FootballSettings>;
