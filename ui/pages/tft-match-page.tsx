/** One game of Teamfight Tactics. */
import '../features/tft/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { MatchDetail } from '../features/tft/match/match-detail.tsx';

const route = getRouteApi('/tft/matches/$id');

export function TftMatchPage() {
  const { id } = route.useParams();
  return <MatchDetail key={id} id={id} />;
}
