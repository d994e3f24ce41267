/** A panel of something that has to be asked for: its shape while it is under way, why it did not come, or what it says. */
import type { ReactNode } from 'react';

import { ProblemAlert } from '../../components/problem-alert.tsx';
import { Section } from '../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../components/skeletons.tsx';
import type { AdminRead } from './admin-read-hook.ts';
import classes from './read-panel.module.css';

interface ReadPanelProps<Answer> {
  readonly title: string;
  readonly aside?: ReactNode;
  /** What is loading, for screen readers: `the budgets`. */
  readonly what: string;
  readonly read: Pick<AdminRead<Answer>, 'data' | 'error' | 'retry'> & { readonly isOld?: boolean };
  readonly children: (answer: Answer) => ReactNode;
}

export function ReadPanel<Answer>({ title, aside, what, read, children }: ReadPanelProps<Answer>) {
  const { data, error, isOld = false, retry } = read;
  if (data !== undefined) {
    return (
      <Section title={title} aside={aside}>
        {error === null ? null : (
          <p className={classes.stale}>This is what was last heard. Now: {error.message}</p>
        )}
        <div className={classes.content} data-old={isOld}>
          {children(data)}
        </div>
      </Section>
    );
  }
  if (error) return <ProblemAlert error={error} onRetry={retry} />;
  return (
    <Loading what={what}>
      <PanelSkeleton lines={4} />
    </Loading>
  );
}
