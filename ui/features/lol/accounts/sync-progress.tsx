/** A bar with its numbers: how many of the known games are stored, and how many cannot be had. */
import { Progress } from '@mantine/core';

import type { LolProgress } from '#/contract/lol-accounts.ts';

import { progressShares, progressWords } from './describe-sync.ts';
import classes from './account-card.module.css';

interface SyncProgressProps {
  readonly progress: LolProgress;
  /** Whose. */
  readonly name: string;
  readonly isMoving: boolean;
}

export function SyncProgress({ progress, name, isMoving }: SyncProgressProps) {
  const shares = progressShares(progress);
  const words = progressWords(progress);
  return (
    <div className={classes.progress}>
      <Progress.Root size="md" className={classes.bar ?? ''}>
        <Progress.Section
          value={shares.done}
          animated={isMoving}
          color="var(--gk-accent)"
          aria-label={`Games of ${name} that are stored`}
          aria-valuetext={words}
        />
        <Progress.Section value={shares.unfetchable} color="var(--gk-warn)" withAria={false} />
      </Progress.Root>
      <p className={classes.numbers}>{words}</p>
    </div>
  );
}
