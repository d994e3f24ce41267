/** One number with its name, for a strip of a few that are seen at a glance. Use inside a `StatStrip`. */
import type { ReactNode } from 'react';

import classes from './stat.module.css';

interface StatProps {
  readonly label: string;
  readonly value: ReactNode;
  /** What the number means or is out of, in a few words. */
  readonly note?: ReactNode;
  /** Colours the number; the note must say it too. */
  readonly isTrouble?: boolean;
}

export function Stat({ label, value, note, isTrouble = false }: StatProps) {
  return (
    <div className={classes.stat} data-trouble={isTrouble}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      {note ? <dd className={classes.note}>{note}</dd> : null}
    </div>
  );
}

export function StatStrip({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.strip}>{children}</dl>;
}
