/** Says on every page that the data is invented, for as long as the practice world stands in for an upstream that the page shows. */
import { IconSeedling } from '@tabler/icons-react';
import { Fragment } from 'react';

import classes from './practice-banner.module.css';
import { useStatus } from './status-query.ts';

/** Of the upstreams that pages show. */
const KEYS = [
  ['riot-tft', 'RIOT_TFT_API_KEY'],
  ['riot-lol', 'RIOT_LOL_API_KEY'],
  ['api-football', 'API_FOOTBALL_KEY'],
] as const;

/** Told by the server in the page itself: a banner that comes with the first answer would move what somebody is about to press. */
const IS_PRACTICE = 'practice' in document.documentElement.dataset;

export function PracticeBanner() {
  const { status } = useStatus();
  const missing = KEYS.filter(([id]) =>
    status
      ? status.upstreams.some((upstream) => upstream.id === id && upstream.key === 'practice')
      : IS_PRACTICE,
  );
  if (missing.length === 0) return null;
  return (
    <p className={classes.banner}>
      <IconSeedling size={16} aria-hidden="true" />
      <span>
        <strong>Practice data:</strong> invented players, games and matches. Set{' '}
        {missing.map(([id, setting], at) => (
          <Fragment key={id}>
            {at === 0 ? null : at === missing.length - 1 ? ' and ' : ', '}
            <code>{setting}</code>
          </Fragment>
        ))}{' '}
        to collect real ones.
      </span>
    </p>
  );
}
