/** What one should know before reading the day: that nothing is followed, or what keeps goals from getting clips. */
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';

import type { FootballDay } from '#/contract/football.ts';

import classes from './day-notices.module.css';
import { healthNotes } from './health-words.ts';

export function DayNotices({ day }: { readonly day: FootballDay }) {
  const notes = healthNotes(day);
  return (
    <>
      {day.isOn ? null : <IsOff />}
      {notes.length === 0 ? null : (
        <section aria-label="Needs a look" className={classes.notice}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <ul className={classes.notes}>
            {notes.map(({ key, what, words }) => (
              <li key={key}>
                <strong>{what}:</strong> {words}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function IsOff() {
  return (
    <section aria-label="Football is off" className={classes.notice}>
      <IconPlugConnectedX size={18} aria-hidden="true" />
      <div>
        <p>
          <strong>No matches are followed:</strong> there is no key for API-Football, and the practice world
          is off.
        </p>
        <p>
          Set <code>API_FOOTBALL_KEY</code> and start Gamekeeper again. To look around without a key, set{' '}
          <code>PRACTICE=on</code> instead: it brings invented matches, goals and clips. What was collected
          before is still shown here.
        </p>
      </div>
    </section>
  );
}
