/** Tracks the player of a Riot ID. */
import { IconPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';

import type { LolTracked } from '#/contract/lol-tracking.ts';

import { AdminButton } from '../../admin/admin-button.tsx';
import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ChangeProblem } from '../../admin/change-problem.tsx';
import classes from '../accounts/riot-id-fields.module.css';
import { RiotIdFields, useRiotIdFields } from '../accounts/riot-id-fields.tsx';
import { printRiotId } from '../search/riot-id.ts';
import { NumberField } from './number-field.tsx';
import { useTrackingRefresh } from './tracking-query.ts';
import { readWholeNumber } from './whole-number.ts';
import { ZoneSelect } from './zone-select.tsx';

const MOST_DAYS = 730;

export function TrackForm({ schedule }: Pick<LolTracked, 'schedule'>) {
  const fields = useRiotIdFields();
  const [zone, setZone] = useState('');
  const [daysText, setDaysText] = useState('');
  const [tracked, setTracked] = useState<string | null>(null);
  const refresh = useTrackingRefresh();
  const days = readWholeNumber(daysText, 1, MOST_DAYS);
  const track = useAdminChange('POST /api/lol/tracked', (player) => {
    setTracked(printRiotId(player));
    fields.clear();
    refresh();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTracked(null);
    const person = fields.read();
    if (person === undefined || days.type === 'refused' || track.isRunning) return;
    const lookback = days.type === 'ok' ? { lookbackDays: days.value } : {};
    track.run({ body: { ...person, ...lookback, ...(zone === '' ? {} : { timeZone: zone }) } });
  };
  return (
    <form className={classes.form} aria-label="Track a player" onSubmit={submit}>
      <RiotIdFields fields={fields} />
      <ZoneSelect className={classes.field} value={zone} usual={schedule.timeZone} onChange={setZone} />
      <NumberField
        className={classes.small}
        label="Days back"
        placeholder={String(schedule.lookbackDays)}
        text={daysText}
        read={days}
        onText={setDaysText}
      />
      <div className={classes.button}>
        <AdminButton type="submit" Icon={IconPlus}>
          {track.isRunning ? 'Looking up…' : 'Track player'}
        </AdminButton>
      </div>
      <div className={classes.answer}>
        {track.error ? <ChangeProblem error={track.error} /> : null}
        {tracked === null ? null : <output>{tracked} is tracked; the first games are on their way.</output>}
      </div>
    </form>
  );
}
