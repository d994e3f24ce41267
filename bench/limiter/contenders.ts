/** Who takes part, by the names that the results use. */
import { createBottleneck, createBottleneckLongestFirst } from './contenders/bottleneck.ts';
import type { CreateContender } from './contenders/contender.ts';
import { createFightmegg, createFightmeggWithUniqueIds } from './contenders/fightmegg.ts';
import { createOurs } from './contenders/ours.ts';
import { createTwisted } from './contenders/twisted.ts';
import { createWhisper, createWhisperRaised } from './contenders/whisper.ts';

export const CONTENDERS = {
  ours: createOurs,
  twisted: createTwisted,
  fightmegg: createFightmegg,
  fightmeggUniqueIds: createFightmeggWithUniqueIds,
  whisper: createWhisper,
  whisperRaised: createWhisperRaised,
  bottleneck: createBottleneck,
  bottleneckLongestFirst: createBottleneckLongestFirst,
} as const satisfies Readonly<Record<string, CreateContender>>;

export type ContenderName = keyof typeof CONTENDERS;

export const EVERYONE = Object.keys(CONTENDERS) as ContenderName[];
/** The only one that gets all answers in the headline. */
export const OURS_AND_BEST_PEER: readonly ContenderName[] = ['ours', 'bottleneckLongestFirst'];
/** Of those who are told the limits and of those who learn them, the one that gets the most answers in the headline. */
export const OURS_AND_BEST_PEERS: readonly ContenderName[] = [...OURS_AND_BEST_PEER, 'whisperRaised'];
/** The one that gains most by a first call. Bottleneck learns nothing, so it makes no difference to it. */
export const OURS_AND_BEST_LEARNER: readonly ContenderName[] = ['ours', 'fightmeggUniqueIds'];
/** With few windows and long ones, who repeats after a refusal gets through as well. */
export const OURS_AND_BEST_REPEATERS: readonly ContenderName[] = [...OURS_AND_BEST_PEERS, 'twisted'];
