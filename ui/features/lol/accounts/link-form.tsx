/** Links the account of a Riot ID. */
import { IconLink } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';

import { AdminButton } from '../../admin/admin-button.tsx';
import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ChangeProblem } from '../../admin/change-problem.tsx';
import { printRiotId } from '../search/riot-id.ts';
import { useAccountsMemory } from './accounts-query.ts';
import classes from './riot-id-fields.module.css';
import { RiotIdFields, useRiotIdFields } from './riot-id-fields.tsx';

export function LinkForm() {
  const fields = useRiotIdFields();
  const memory = useAccountsMemory();
  const [linked, setLinked] = useState<string | null>(null);
  const link = useAdminChange('POST /api/lol/accounts', (account) => {
    memory.put(account);
    setLinked(printRiotId(account));
    fields.clear();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLinked(null);
    const body = fields.read();
    if (body !== undefined && !link.isRunning) link.run({ body });
  };
  return (
    <form className={classes.form} aria-label="Link an account" onSubmit={submit}>
      <RiotIdFields fields={fields} />
      <div className={classes.button}>
        <AdminButton type="submit" Icon={IconLink}>
          {link.isRunning ? 'Looking up…' : 'Link account'}
        </AdminButton>
      </div>
      <div className={classes.answer}>
        {link.error ? <ChangeProblem error={link.error} /> : null}
        {linked === null ? null : <output>{linked} is linked.</output>}
      </div>
    </form>
  );
}
