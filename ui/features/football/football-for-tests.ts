/** A match, a goal and a clip as the API would tell them, for tests; whatever matters to a test it says itself. */
import type { FootballClip, FootballFixture, FootballGoal } from '#/contract/football.ts';

export function makeFixture(facts: Partial<FootballFixture> = {}): FootballFixture {
  return {
    id: 900_001,
    competition: { id: 7, name: 'Harbour League', country: 'Norland', season: 2026, round: 'Round 12' },
    home: { id: 11, name: 'Eastport Rovers' },
    away: { id: 12, name: 'Millbrook United' },
    kickoffAt: '2026-11-15T19:30:00.000Z',
    phase: 'active',
    status: '2H',
    statusGroup: 'live',
    minute: 67,
    extraMinute: null,
    score: { home: 2, away: 1 },
    penalties: null,
    polledAt: '2026-11-15T20:52:00.000Z',
    followedAt: '2026-11-15T19:00:00.000Z',
    trouble: null,
    goals: { stable: 3, detected: 0, removed: 0 },
    clips: 2,
    ...facts,
  };
}

export function makeGoal(facts: Partial<FootballGoal> = {}): FootballGoal {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    label: '900001_11_501_Goal_1',
    side: 'home',
    team: { id: 11, name: 'Eastport Rovers' },
    player: { id: 501, name: 'A. Lindqvist' },
    assist: { id: null, name: null },
    kind: 'normal',
    minute: 12,
    extraMinute: null,
    state: 'stable',
    sightings: 3,
    misses: 0,
    scoreBefore: { home: 0, away: 0 },
    scoreAfter: { home: 1, away: 0 },
    observedLive: true,
    firstSeenAt: '2026-11-15T19:43:00.000Z',
    stableAt: '2026-11-15T19:45:00.000Z',
    removedAt: null,
    restoredAt: null,
    byHand: null,
    searches: 1,
    searchUntil: '2026-11-15T20:00:00.000Z',
    settledAt: null,
    settledReason: null,
    secondsToFirstClip: null,
    changes: [],
    clips: [],
    ...facts,
  };
}

export function makeClip(facts: Partial<FootballClip> = {}): FootballClip {
  return {
    id: '00000000-0000-4000-8000-0000000000c1',
    site: 'terrace',
    author: 'north_stand',
    caption: 'Lindqvist! 1-0',
    pageUrl: 'https://terrace.example/posts/1',
    postedAt: '2026-11-15T19:44:00.000Z',
    foundAt: '2026-11-15T19:45:30.000Z',
    sightings: 1,
    relevance: 0.8,
    isVerified: false,
    state: 'kept',
    reasonCode: null,
    reason: null,
    media: { bytes: 812_345, seconds: 8.2, width: 640, height: 360, hasAudio: true, md5: '0123456789abcdef' },
    cluster: '00000000-0000-4000-8000-00000000000a',
    isBest: true,
    copies: 1,
    containsClips: [],
    otherGoalId: null,
    videoUrl: '/api/football/clips/00000000-0000-4000-8000-0000000000c1/video',
    ...facts,
  };
}
