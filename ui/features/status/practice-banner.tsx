/** Says on every page that the data is invented, for as long as the practice world stands in for an upstream that the page shows. */
import { IconSeedling } from '@tabler/icons-react';

import classes from './practice-banner.module.css';
import { useStatus } from './status-query.ts';

export function PracticeBanner() {
  const { status } = useStatus();
  const isPractice = status?.upstreams.some(({ id, key }) => id === 'riot-tft' && key === 'practice');
  if (!isPractice) return null;
  return (
    <p className={classes.banner}>
      <IconSeedling size={16} aria-hidden="true" />
      <span>
        <strong>Practice data:</strong> invented players and games. Set <code>RIOT_TFT_API_KEY</code> to
        collect real ones.
      </span>
    </p>
  );
}
