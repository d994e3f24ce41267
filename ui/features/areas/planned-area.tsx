/** A page for an area that is not built: it says so first, and shows nothing that could be taken for data. */
import { IconTools } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { PageHeader } from '../../components/page-header.tsx';
import classes from './planned-area.module.css';

interface PlannedAreaProps {
  readonly title: string;
  /** One paragraph: what will be here. */
  readonly children: ReactNode;
}

export function PlannedArea({ title, children }: PlannedAreaProps) {
  return (
    <>
      <PageHeader title={title} />
      <p className={classes.notice}>
        <IconTools size={18} aria-hidden="true" />
        <strong>Not in this build.</strong>
      </p>
      <p className={classes.plan}>{children}</p>
    </>
  );
}
