/** After an account was unlinked or a person forgotten: what was done, in the place where the card was looked for. */
import type { LolAccountRemoved } from '#/contract/lol-accounts.ts';

import classes from './accounts.module.css';
import { forgottenWords } from './describe-sync.ts';

export type OnRemoved = (name: string, removed: LolAccountRemoved) => void;

interface RemovalNoticeProps {
  readonly name: string;
  readonly removed: LolAccountRemoved;
}

export function RemovalNotice({ name, removed: { data, forgotten } }: RemovalNoticeProps) {
  return (
    <output className={classes.notice}>
      {data === 'delete'
        ? `${name} is deleted. ${forgottenWords(forgotten)}`
        : `${name} is unlinked; what was collected stays.`}
    </output>
  );
}
