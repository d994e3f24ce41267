/** One trait of Teamfight Tactics, on the boards of the filter in the address. */
import '../features/tft/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { TraitDetail } from '../features/tft/detail/trait-detail.tsx';
import { AskedFilter } from '../features/tft/detail/asked-filter.tsx';

const route = getRouteApi('/tft/traits/$id');

export function TftTraitPage() {
  const { id } = route.useParams();
  return (
    <AskedFilter title="Trait" search={route.useSearch()}>
      {(question) => <TraitDetail key={id} id={id.toLowerCase()} question={question} />}
    </AskedFilter>
  );
}
