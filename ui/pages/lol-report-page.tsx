/** One weekly report. */
import '../features/lol/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { AreaTabs } from '../features/lol/area-tabs.tsx';
import { Report } from '../features/lol/reports/report.tsx';

const route = getRouteApi('/players/reports/week/$id');

export function LolReportPage() {
  const { id } = route.useParams();
  return (
    <>
      <AreaTabs />
      <Report key={id} id={id} />
    </>
  );
}
