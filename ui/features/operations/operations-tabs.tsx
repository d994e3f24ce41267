/** The way between the operations pages. */
import { PageTabs } from '../../components/page-tabs.tsx';

const TABS = [
  { to: '/status/operations', label: 'Overview' },
  { to: '/status/operations/failures', label: 'Failures' },
  { to: '/status/operations/quarantine', label: 'Quarantine' },
  { to: '/status/operations/storage', label: 'Storage' },
  { to: '/status/operations/drills', label: 'Drills' },
  { to: '/status/operations/actions', label: 'Actions' },
] as const;

export function OperationsTabs() {
  return <PageTabs label="Operations" tabs={TABS} />;
}
