/** Players of League of Legends: ask for one by Riot ID. */
import '../features/lol/mantine.css';

import { PageHeader } from '../components/page-header.tsx';
import { AreaTabs } from '../features/lol/area-tabs.tsx';
import { KnownList } from '../features/lol/search/known-list.tsx';
import { PlayerSearch } from '../features/lol/search/player-search.tsx';
import { RecentList } from '../features/lol/search/recent-list.tsx';
import classes from './players-page.module.css';

export function PlayersPage() {
  return (
    <div className={classes.page}>
      <AreaTabs />
      <PageHeader title="Players">
        Ask for a League of Legends player by Riot ID: every game that Riot still lists is collected while you
        watch, and shown by hour, weekday, session and more, in the time zone of your choice.
      </PageHeader>
      <PlayerSearch />
      <div className={classes.lists}>
        <RecentList />
        <KnownList />
      </div>
    </div>
  );
}
