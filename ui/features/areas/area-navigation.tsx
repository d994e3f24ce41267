/** The way between the areas: in the header, or at the lower edge of a phone. */
import { Link } from '@tanstack/react-router';

import classes from './area-navigation.module.css';
import { AREAS, HOME } from './areas.ts';

export function AreaNavigation() {
  return (
    <nav aria-label="Areas" className={classes.nav}>
      <ul className={classes.list}>
        {[HOME, ...AREAS].map(({ to, label, Icon }) => (
          <li key={to} className={classes.item}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
