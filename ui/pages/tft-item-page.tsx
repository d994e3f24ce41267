/** One item of Teamfight Tactics, on the boards of the filter in the address. */
import '../features/tft/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { ItemDetail } from '../features/tft/detail/item-detail.tsx';
import { AskedFilter } from '../features/tft/detail/asked-filter.tsx';

const route = getRouteApi('/tft/items/$id');

export function TftItemPage() {
  const { id } = route.useParams();
  return (
    <AskedFilter title="Item" search={route.useSearch()}>
      {(question) => <ItemDetail key={id} id={id.toLowerCase()} question={question} />}
    </AskedFilter>
  );
}
