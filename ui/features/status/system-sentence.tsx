/** The overall state: one icon, one sentence, read out when it changes. */
import type { SystemStatus } from '#/contract/status.ts';

import { describeSystem, overallState } from './describe-system.ts';
import { StateIcon } from './state-label.tsx';
import classes from './system-sentence.module.css';

export function SystemSentence({ status }: { readonly status: SystemStatus }) {
  const state = overallState(status);
  return (
    <output className={classes.sentence} data-state={state} aria-label="Overall state">
      <StateIcon state={state} size={22} />
      <span>{describeSystem(status)}</span>
    </output>
  );
}
