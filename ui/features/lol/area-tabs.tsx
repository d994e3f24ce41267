/** The way between the pages about League of Legends players. */
import { PageTabs } from '../../components/page-tabs.tsx';

const TABS = [
  { to: '/players', label: 'Search' },
  { to: '/players/accounts', label: 'Accounts' },
  { to: '/players/tracked', label: 'Tracked' },
  { to: '/players/reports', label: 'Reports' },
] as const;

export function AreaTabs() {
  return <PageTabs label="Players" tabs={TABS} />;
}
