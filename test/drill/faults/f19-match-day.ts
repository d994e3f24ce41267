/** F19: a match day of football, with one of two processes killed every few seconds. */
import { findDayFaults, runMatchDay } from '../../football/match-day.ts';
import { LONG_DAY, SHORT_DAY } from '../../football/match-day-sizes.ts';
import type { Fault } from '../fault.ts';

export const matchDayKills: Fault = {
  id: 'F19',
  name: 'kill -9 on a match day of football',
  async run({ seed, size, signal }) {
    const day = size === 'short' ? SHORT_DAY : LONG_DAY;
    const result = await runMatchDay({ ...day, seed, signal });
    const { fixtures, certain, clips, cutOff, objects } = result;
    const kept = clips['kept'] ?? 0;
    return {
      times: result.kills,
      acknowledged: certain + kept,
      lost: result.lost,
      duplicated: result.duplicated,
      recoveriesMs: [],
      wrong: findDayFaults(result),
      detail: `${fixtures} matches, ${certain} goals that had to be found, ${kept} clips kept, ${objects} objects, ${cutOff} runs cut off`,
    };
  },
};
