/**
 * The practice world, whole: a world of players, the two games that they play, and the server that plays Riot in front of them.
 * The only file that knows all parts.
 */
import { startEdge, type Edge, type EdgeSettings } from './edge/edge-server.ts';
import type { Content } from './edge/content.ts';
import { answerTruth } from './edge/truth-answers.ts';
import { createLolMatchBytes } from './lol/match-body.ts';
import { createLolRules } from './lol/rules.ts';
import { createLolStaticData } from './lol/static-data.ts';
import { createLolTimelineBytes } from './lol/timeline-body.ts';
import { createLolTruth } from './lol/truth.ts';
import { createTftMatchBody } from './tft/match-body.ts';
import { createTftRules } from './tft/rules.ts';
import { createTftStaticData } from './tft/static-data.ts';
import { createTftTruth } from './tft/truth.ts';
import { createWorld } from './world/create-world.ts';
import { patchesUntilNow } from './edge/patches-until-now.ts';
import { createWorldClock, type ClockSetting, type WorldClock } from './world-clock.ts';

export interface PracticeWorldSettings extends EdgeSettings {
  readonly seed: number;
  readonly clock: ClockSetting;
  readonly playerCount?: number | undefined;
}

/** It listens when the promise is fulfilled. Always on 127.0.0.1: it knows no secrets, but it has a side door. */
export function createPracticeWorld(settings: PracticeWorldSettings): Promise<Edge> {
  const { seed, clock: clockSetting, playerCount, ...edgeSettings } = settings;
  const clock = createWorldClock(clockSetting);
  return startEdge(createContent(seed, clock, playerCount), clock, clockSetting.mode, edgeSettings);
}

function createContent(seed: number, clock: WorldClock, playerCount: number | undefined): Content {
  const tft = createTftTruth(seed);
  const lol = createLolTruth(seed);
  const rules = { tft: createTftRules(tft), lol: createLolRules(lol) };
  const world = createWorld({ seed, clock, rules, ...(playerCount === undefined ? {} : { playerCount }) });
  const patches = patchesUntilNow(world);
  const tftFiles = createTftStaticData(seed, patches);
  return {
    world,
    tftMatch: createTftMatchBody({ truth: tft }),
    lolMatch: createLolMatchBytes({ truth: lol }),
    lolTimeline: createLolTimelineBytes({ truth: lol }),
    staticFile: (path) => tftFiles.file(path) ?? createLolStaticData(patches()).file(path),
    truth: (path, query) => answerTruth({ world, tft, lol }, path, query),
  };
}
