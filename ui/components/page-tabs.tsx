/** The way between the pages of one area. The first is the area's own page, below which all others lie. */
import { Link, type LinkProps } from '@tanstack/react-router';

import classes from './page-tabs.module.css';

interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly to: LinkProps['to']; readonly label: string }[];
}

export function PageTabs({ label: name, tabs }: PageTabsProps) {
  return (
    <nav aria-label={name} className={classes.nav}>
      <ul className={classes.tabs}>
        {tabs.map(({ to, label }, place) => (
          <li key={label}>
            <Link
              to={to}
              className={classes.tab}
              activeOptions={{ exact: place === 0, includeSearch: false }}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
