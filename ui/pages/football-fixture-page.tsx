/** One match, its goals and their clips. */
import '../features/football/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { FixtureDetail } from '../features/football/fixture/fixture-detail.tsx';

const route = getRouteApi('/football/fixtures/$id');

export function FootballFixturePage() {
  const { id } = route.useParams();
  const { zone } = route.useSearch();
  return <FixtureDetail key={id} id={id} zone={zone} />;
}
