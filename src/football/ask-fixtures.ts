/**
 * Asks about all fixtures that are due, with as few calls as it takes. One call brings everything in play all over the world; by their ids
 * it is one call for twenty. So with many of them in play the one call comes first, and those that are not in its answer (not begun,
 * just ended, put off) are asked for by their ids: that they are missing there says nothing.
 */
import { statusGroupOf } from '#/domain/football/fixture-status.ts';
import type { ApiFootballClient, Calling, FixtureAnswer, FixtureList } from '#/upstream/api-football.ts';
import type { DueFixture } from './fixture.ts';
import type { CallFailure } from '#/upstream/retry.ts';

export const IDS_PER_CALL = 20;

type Asked = Pick<ApiFootballClient, 'fixturesByIds' | 'liveFixtures'>;
type Answers = ReadonlyMap<number, FixtureAnswer>;

/** An answer for each of them. */
export async function askFixtures(
  football: Asked,
  due: readonly DueFixture[],
  calling: Calling,
): Promise<Answers> {
  const ids = due.map(({ id }) => id);
  if (!isLiveListCheaper(due)) return football.fixturesByIds(ids, calling);
  const live = await football.liveFixtures(calling);
  if (live.outcome !== 'ok' && !isWorthAskingOtherwise(live))
    return new Map(ids.map((id) => [id, { answer: 'failed', failure: live }]));
  const inPlay =
    live.outcome === 'ok' ? answersIn(live.body, new Set(ids)) : new Map<number, FixtureAnswer>();
  const rest = ids.filter((id) => !inPlay.has(id));
  return rest.length === 0 ? inPlay : new Map([...inPlay, ...(await football.fixturesByIds(rest, calling))]);
}

function isLiveListCheaper(due: readonly DueFixture[]): boolean {
  const notInPlay = due.filter(({ status }) => !['live', 'break'].includes(statusGroupOf(status)));
  return 1 + callsFor(notInPlay.length) < callsFor(due.length);
}

function callsFor(ids: number): number {
  return Math.ceil(ids / IDS_PER_CALL);
}

/** The list alone may be broken; a limit or a refused key holds for every call. */
function isWorthAskingOtherwise({ outcome }: CallFailure): boolean {
  return outcome === 'malformed' || outcome === 'unavailable' || outcome === 'notFound';
}

function answersIn(
  { fixtures, malformed }: FixtureList,
  wanted: ReadonlySet<number>,
): Map<number, FixtureAnswer> {
  const answers = new Map<number, FixtureAnswer>();
  for (const item of malformed)
    if (item.id !== null && wanted.has(item.id)) answers.set(item.id, { answer: 'malformed', ...item });
  for (const item of fixtures)
    if (wanted.has(item.reading.id)) answers.set(item.reading.id, { answer: 'read', ...item });
  return answers;
}
