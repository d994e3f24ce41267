/**
 * What stands around every operations page: its name, the way between them, and the door. Whoever is not signed in sees none of it, and
 * what was seen is forgotten with signing out.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';

import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { useAdmin } from '../admin/admin-context.ts';
import { NeedsAdmin } from '../admin/needs-admin.tsx';
import { ADMIN_KEY } from './admin-read-hook.ts';
import classes from './operations-frame.module.css';
import { OperationsTabs } from './operations-tabs.tsx';

interface OperationsFrameProps {
  /** For the title of the browser tab. */
  readonly part: string;
  readonly children: ReactNode;
}

export function OperationsFrame({ part, children }: OperationsFrameProps) {
  const { token } = useAdmin();
  return (
    <>
      <PageHeader title="Operations" tabTitle={`${part} · Operations`}>
        How it went, what is left to spend, what was put aside and what it weighs. Whether it runs now is on
        the <Link to="/status">status page</Link>.
      </PageHeader>
      {token === null ? (
        <ClosedDoor />
      ) : (
        <>
          <OperationsTabs />
          <div className={classes.board}>{children}</div>
        </>
      )}
    </>
  );
}

function ClosedDoor() {
  const queries = useQueryClient();
  useEffect(() => queries.removeQueries({ queryKey: [ADMIN_KEY] }), [queries]);
  return (
    <Section title="For the admin">
      <div className={classes.door}>
        <NeedsAdmin what="Seeing this" />
      </div>
    </Section>
  );
}
