/** The way between the pages about League of Legends players. */
import { Link } from '@tanstack/react-router';

import classes from './area-tabs.module.css';

const TABS = [
  { to: '/players', label: 'Search' },
  { to: '/players/accounts', label: 'Accounts' },
  { to: '/players/tracked', label: 'Tracked' },
  { to: '/players/reports', label: 'Reports' },
] as const;

export function AreaTabs() {
  return (
    <nav aria-label="Players" className={classes.nav}>
      <ul className={classes.tabs}>
        {TABS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.tab}
              // One report is a page below the list of reports; everything lies below the search.
              activeOptions={{ exact: to === '/players', includeSearch: false }}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
