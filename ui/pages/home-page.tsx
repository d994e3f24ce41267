/** Where everybody arrives: what this is, whether it works, and where to go. */
import { Link } from '@tanstack/react-router';

import { PageHeader } from '../components/page-header.tsx';
import { ProblemAlert } from '../components/problem-alert.tsx';
import { Loading, PanelSkeleton } from '../components/skeletons.tsx';
import { AREAS } from '../features/areas/areas.ts';
import { StaleFrame } from '../features/status/stale-frame.tsx';
import { useStatus } from '../features/status/status-query.ts';
import { SystemSentence } from '../features/status/system-sentence.tsx';
import classes from './home-page.module.css';

export function HomePage() {
  return (
    <>
      <PageHeader title="Gamekeeper" tabTitle="Home">
        Keeps every game exactly once, and answers anything about it: Teamfight Tactics, collected without end
        and yours to explore; how anybody plays League of Legends; and football, goal by goal, with its clips.
      </PageHeader>
      <SystemNow />
      <ul className={classes.cards} aria-label="Areas of Gamekeeper">
        {AREAS.map(({ to, name, Icon, summary }) => (
          <li key={to} className={classes.card}>
            <h2 className={classes.name}>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              <Link to={to} className={classes.link}>
                {name}
              </Link>
            </h2>
            <p className={classes.summary}>{summary}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function SystemNow() {
  const { status, error, retry } = useStatus();
  if (status) {
    return (
      <StaleFrame asOf={status.now}>
        <SystemSentence status={status} />
      </StaleFrame>
    );
  }
  if (error) return <ProblemAlert error={error} onRetry={retry} />;
  return (
    <Loading what="the state of the system">
      <PanelSkeleton lines={1} />
    </Loading>
  );
}
