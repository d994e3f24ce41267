/** Football's switches at the start. All of them can be changed at the side door later, but for the number of matches. */
import { Type, type Static } from 'typebox';
import { ClipSwitchesBody } from './clips/clip-switches.ts';
import { MAX_IN_PLAY } from './football/fixture-calendar.ts';
import { PlanSetting } from './football/plan-setting.ts';
import { QUIRKS } from './football/quirks.ts';

export const FootballSettings = Type.Partial(
  Type.Object(
    {
      /** About how many matches are in play at any time. */
      inPlay: Type.Number({ minimum: 1, maximum: MAX_IN_PLAY }),
      /** The share of what each quirk of the upstream befalls. */
      quirks: Type.Partial(Type.Record(Type.Enum(QUIRKS), Type.Number({ minimum: 0, maximum: 1 }))),
      /** What the quirks that are not named are: as often as usual, or never. */
      otherQuirks: Type.Enum(['defaults', 'none']),
      /** How often the key may ask. Left out: as the profile says. */
      plan: PlanSetting,
      /** Rules as `football-faults.ts` describes them. */
      faults: Type.Array(Type.Unknown()),
      clips: ClipSwitchesBody,
    },
    { additionalProperties: false },
  ),
);
export type FootballSettings = Static<typeof FootballSettings>;
