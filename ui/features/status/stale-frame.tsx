/** Greys what it holds when the connection is lost, and says as of when it was true: by the clock, because a screen reader would read out each tick of an age. */
import type { ReactNode } from 'react';

import { formatClockTime } from '../../lib/format.ts';
import classes from './stale-frame.module.css';
import { useConnection } from './status-query.ts';

interface StaleFrameProps {
  /** When the held facts were true, ISO 8601. */
  readonly asOf: string;
  readonly children: ReactNode;
}

export function StaleFrame({ asOf, children }: StaleFrameProps) {
  const { isStale } = useConnection();
  return (
    <>
      {isStale ? (
        <output className={classes.notice}>
          No connection to Gamekeeper: this is what it said at {formatClockTime(Date.parse(asOf))}.
        </output>
      ) : null}
      <div className={classes.frame} data-stale={isStale}>
        {children}
      </div>
    </>
  );
}
