/**
 * One match day: asked of the API, and kept fresh by the live feed, which tells today's by UTC. For whoever looks by other clocks, what it
 * tells is the reason to ask again. Without a feed it is asked every few seconds.
 */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { FootballDay } from '#/contract/football.ts';

import { useTimeText } from '../../../lib/clock-hook.ts';
import { useLiveState, useLiveTopic } from '../../../lib/live-hook.ts';
import { useServices } from '../../../lib/services.ts';
import { isInPlay } from '../match-clock.ts';
import { daysBetween, shiftDay, todayIn, USUAL_ZONE, type FootballSearch } from './day-address.ts';

const PATH = '/api/football/days/{day}';
const KEY = ['football', 'day'];
const POLL_MS = 5_000;
/** Days that are over still get corrections and clips, but nobody waits for them. */
const QUIET_POLL_MS = 60_000;

export interface AskedDay {
  readonly day: string;
  readonly zone: string;
  /** By the same clock. */
  readonly today: string;
}

export function useMatchDay(search: FootballSearch) {
  const { api } = useServices();
  const queries = useQueryClient();
  const live = useLiveState();
  const [toldToday, setToldToday] = useState<string>();
  const asked = useAskedDay(search, toldToday);
  const { day, zone, today } = asked;
  const queryKey = [...KEY, day, zone];
  useLiveTopic('football', (told) => {
    setToldToday(told.day);
    if (told.day === day && told.timeZone === zone) {
      // An answer that the feed has overtaken would be old news.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData<FootballDay>(queryKey, told);
    } else if (Math.abs(daysBetween(told.day, day)) <= 1) {
      void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }
  });
  const isFed = live.phase === 'live' && day === today;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get(PATH, { parameters: { day }, query: `zone=${encodeURIComponent(zone)}`, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isFed ? false : day === today ? POLL_MS : QUIET_POLL_MS,
  });
  return { asked, query };
}

/** Matches that began yesterday and are played past midnight: on the page of today nobody would see them. */
export function useStillInPlay({ day, zone, today }: AskedDay): number {
  const { api } = useServices();
  const yesterday = shiftDay(today, -1);
  const { data } = useQuery({
    queryKey: [...KEY, yesterday, zone],
    queryFn: ({ signal }) =>
      api.get(PATH, { parameters: { day: yesterday }, query: `zone=${encodeURIComponent(zone)}`, signal }),
    enabled: day === today,
    refetchInterval: QUIET_POLL_MS,
  });
  return data?.fixtures.filter((fixture) => isInPlay(fixture)).length ?? 0;
}

/** `toldToday`: by UTC, where the matches are played. */
function useAskedDay({ day, zone = USUAL_ZONE }: FootballSearch, toldToday: string | undefined): AskedDay {
  const today = useTimeText((now) => todayIn(zone, now, toldToday));
  return { day: day ?? today, zone, today };
}

export function useDayRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: KEY });
}
