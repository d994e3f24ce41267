/** A titled panel of a page: one landmark, one `h2`, named by its title. */
import { useId, type ReactNode } from 'react';

import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** A few words or a control at the right end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside ? <div className={classes.aside}>{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}
