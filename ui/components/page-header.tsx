/** The page's one `h1`, its line of explanation, and the title of the browser tab. */
import { useEffect, type ReactNode } from 'react';

import classes from './page-header.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** Where the tab should say something else than the heading. */
  readonly tabTitle?: string;
  readonly children?: ReactNode;
}

export function PageHeader({ title, tabTitle = title, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${tabTitle} · Gamekeeper`;
  }, [tabTitle]);
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      {children ? <p className={classes.lead}>{children}</p> : null}
    </header>
  );
}
