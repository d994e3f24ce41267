/**
 * A player's history, asked of the API and kept fresh: by the live feed while it is collected, by requests where there is no feed. The last
 * answer stays on the page while another one about the same player is under way, and never under somebody else's name.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { LolCollection, LolHistory } from '#/contract/lol-collection.ts';
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';

import { useLiveState, useLiveTopic } from '../../../lib/live-hook.ts';
import { useServices } from '../../../lib/services.ts';
import type { RiotId } from '../search/riot-id.ts';
import { hasMoreThan, isMoving, markOf, nextAsking } from './following.ts';
import { queryForHistory } from './history-address.ts';

export interface AskedPlayer extends RiotId {
  readonly platform: string | undefined;
}

const PATH = '/api/lol/players/{gameName}/{tagLine}/history';
/** Longer than the server takes to analyse a thousand matches. */
const PATIENCE_MS = 30_000;
const FRESH_MS = 60_000;
/** Charts that change faster cannot be read; the first ones cannot come soon enough. */
const LOOK_AGAIN_MS = 1_500;
const FIRST_LOOK_MS = 250;
const LAST_LOOK_MS = 2_000;

function historyKey({ gameName, tagLine }: RiotId, text: string) {
  return ['lol', 'history', `${gameName}#${tagLine}`.toLowerCase(), text];
}

export function useHistory(player: AskedPlayer, options: HistoryOptions) {
  const { api } = useServices();
  const live = useLiveState();
  const { gameName, tagLine, platform } = player;
  const text = queryForHistory(options, platform);
  return useQuery({
    queryKey: historyKey(player, text),
    queryFn: ({ signal }) =>
      api.get(PATH, { parameters: { gameName, tagLine }, query: text, signal, timeoutMs: PATIENCE_MS }),
    staleTime: FRESH_MS,
    placeholderData: (last: LolHistory | undefined, query) =>
      isOf(player, query?.queryKey) ? last : undefined,
    refetchInterval: ({ state }) => nextAsking(state, live.phase === 'live'),
  });
}

/** Brings in what the feed tells of the collection, and asks for the history again when there is more to see. */
export function useFollowedCollection(history: LolHistory, askAgain: () => void): LolCollection {
  const isLive = useLiveState().phase === 'live';
  const [told, setTold] = useState<LolCollection>();
  useLiveTopic(history.topic, setTold);
  const isBehind = isLive && told !== undefined && hasMoreThan(told, history.collection);
  const isEmpty = history.analysis.counts.stored === 0;
  useAskingAgain(isBehind, askAgain, isEmpty ? FIRST_LOOK_MS : LOOK_AGAIN_MS);
  useLastLook(told, askAgain);
  return isLive && told !== undefined ? told : history.collection;
}

/** Asks after a moment, and again after every further one for as long as it is needed. */
function useAskingAgain(isNeeded: boolean, ask: () => void, afterMs: number): void {
  const [asked, setAsked] = useState(0);
  // Another function in each render; the moment should not begin anew with it.
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setTimeout(() => {
      askNow();
      setAsked(asked + 1);
    }, afterMs);
    return () => clearTimeout(timer);
  }, [isNeeded, asked, afterMs]);
}

/**
 * Asks once more when nothing has changed for a while: an answer may have been made of an analysis that somebody else had asked for a
 * moment before, and nobody would tell that it lacks the last games.
 */
function useLastLook(told: LolCollection | undefined, ask: () => void): void {
  const seen = useRef(false);
  const askNow = useEffectEvent(ask);
  const mark = told === undefined ? undefined : markOf(told);
  const isToCome = told !== undefined && isMoving(told);
  useEffect(() => {
    if (mark === undefined || (!seen.current && !isToCome)) return undefined;
    seen.current = true;
    const timer = setTimeout(askNow, LAST_LOOK_MS);
    return () => clearTimeout(timer);
  }, [mark, isToCome]);
}

export function useRefresh(player: AskedPlayer, options: HistoryOptions) {
  const { api } = useServices();
  const queries = useQueryClient();
  const { gameName, tagLine, platform } = player;
  const text = queryForHistory(options, platform);
  return async (): Promise<void> => {
    const query = [text, 'refresh=true'].filter((part) => part !== '').join('&');
    const history = await api.get(PATH, { parameters: { gameName, tagLine }, query, timeoutMs: PATIENCE_MS });
    queries.setQueryData(historyKey(player, text), history);
  };
}

function isOf(player: RiotId, key: readonly unknown[] | undefined): boolean {
  return key?.[2] === historyKey(player, '')[2];
}
