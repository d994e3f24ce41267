/** One unit of Teamfight Tactics, on the boards of the filter in the address. */
import '../features/tft/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { UnitDetail } from '../features/tft/detail/unit-detail.tsx';
import { AskedFilter } from '../features/tft/detail/asked-filter.tsx';

const route = getRouteApi('/tft/units/$id');

export function TftUnitPage() {
  const { id } = route.useParams();
  return (
    <AskedFilter title="Unit" search={route.useSearch()}>
      {(question) => <UnitDetail key={id} id={id.toLowerCase()} question={question} />}
    </AskedFilter>
  );
}
