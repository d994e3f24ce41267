/** One composition of Teamfight Tactics, on the boards of the filter in the address. */
import '../features/tft/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { parseRowKey } from '#/domain/tft/explore/breakdowns.ts';

import { AskedFilter } from '../features/tft/detail/asked-filter.tsx';
import { CompositionDetail } from '../features/tft/detail/composition-detail.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const route = getRouteApi('/tft/compositions/$key');

export function TftCompositionPage() {
  const { key } = route.useParams();
  const search = route.useSearch();
  const subject = parseRowKey('composition', key);
  if (subject?.kind !== 'composition') return <NotFoundPage />;
  return (
    <AskedFilter title="Composition" search={search}>
      {(question) => <CompositionDetail key={key} subject={subject} question={question} />}
    </AskedFilter>
  );
}
