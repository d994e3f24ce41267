/** The TFT explorer. */
import '../features/tft/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { PageHeader } from '../components/page-header.tsx';
import { Explorer } from '../features/tft/explore/explorer.tsx';
import { readQuestion } from '../features/tft/explore/explorer-search.ts';
import { RefusedQuestion } from '../features/tft/explore/refused-question.tsx';

const route = getRouteApi('/tft');

export function TftPage() {
  const asked = readQuestion(route.useSearch());
  if (asked.type === 'ok') return <Explorer question={asked.question} gamesRow={asked.gamesRow} />;
  return (
    <>
      <PageHeader title="TFT explorer" />
      <RefusedQuestion faults={asked.faults} />
    </>
  );
}
