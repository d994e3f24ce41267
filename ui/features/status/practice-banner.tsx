/** Says on every page that the data is invented, for as long as the practice world stands in for an upstream that the page shows. */
import { IconSeedling } from '@tabler/icons-react';
import { Fragment } from 'react';

import classes from './practice-banner.module.css';
import { useStatus } from './status-query.ts';

/** The server writes the settings into the page: a banner that appears with the first answer would move what a person is about to press. */
const FROM_PAGE = document.documentElement.dataset['practice']?.split(' ') ?? [];

export function PracticeBanner() {
  const { status } = useStatus();
  const inPractice = status?.upstreams.filter(({ key }) => key === 'practice');
  const missing = inPractice?.map(({ keySetting }) => keySetting) ?? FROM_PAGE;
  if (missing.length === 0) return null;
  return (
    <p className={classes.banner}>
      <IconSeedling size={16} aria-hidden="true" />
      <span>
        <strong>Practice data:</strong> invented players, games and matches. Set{' '}
        {missing.map((setting, at) => (
          <Fragment key={setting}>
            {at === 0 ? null : at === missing.length - 1 ? ' and ' : ', '}
            <code>{setting}</code>
          </Fragment>
        ))}{' '}
        to collect real ones.
      </span>
    </p>
  );
}
