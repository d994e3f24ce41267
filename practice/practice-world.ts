/**
 * The practice world, whole: a world of players, the two games that they play, and the server that plays Riot in front of them; and
 * beside it football, its upstream and the site where its goals are posted. The only file that knows all parts.
 */
import { type Static, Type } from 'typebox';
import { createClipFolder } from './clips/clip-folder.ts';
import { createClipMaker } from './clips/clip-maker.ts';
import { ClipSwitches, createClipSite } from './clips/clip-site.ts';
import { findFfmpeg } from './clips/find-ffmpeg.ts';
import { PRACTICE_KEYS } from './edge/api-keys.ts';
import { type Annex, type Edge, type EdgeSettings, startEdge } from './edge/edge-server.ts';
import type { Content } from './edge/endpoints.ts';
import type { SideDoorRoute } from './edge/side-door.ts';
import { MAX_IN_PLAY } from './football/fixture-calendar.ts';
import { FOOTBALL_KEY, PlanSetting, createFootballAnnex } from './football/football-annex.ts';
import { createFootballWorld } from './football/football-world.ts';
import { QuirkChanges } from './football/quirks.ts';
import { createLolMatchBody } from './lol/match-body.ts';
import { createLolRules } from './lol/rules.ts';
import { createLolTimelineBody } from './lol/timeline-body.ts';
import { createLolTruth } from './lol/truth.ts';
import { createTftMatchBody } from './tft/match-body.ts';
import { createTftRules } from './tft/rules.ts';
import { createTftStaticData } from './tft/static-data.ts';
import { createTftTruth } from './tft/truth.ts';
import { type ClockSetting, type WorldClock, createWorldClock } from './world-clock.ts';
import { createWorld } from './world/create-world.ts';

export interface PracticeWorldSettings extends EdgeSettings {
  readonly seed: number;
  readonly clock: ClockSetting;
  readonly playerCount?: number | undefined;
  readonly football?: FootballSettings | undefined;
  /** What makes the clips; null: nothing, and there are none. Undefined: one that is found here. */
  readonly ffmpeg?: string | null | undefined;
  /** Where clips are kept; null or undefined: in a temporary folder, which goes when the world is stopped. */
  readonly clipFolder?: string | null | undefined;
}

export interface RunningPracticeWorld extends Omit<Edge, 'keys'> {
  /** In the place of API-Football's `https://v3.football.api-sports.io`. */
  readonly footballBaseUrl: string;
  readonly clipSiteUrl: string;
  readonly keys: Edge['keys'] & { readonly football: string };
}

const MAX_CLIP_BYTES = 200_000_000;
const PLAN_OF_PROFILE = { personal: 'pro', production: 'ultra', unlimited: 'unlimited' } as const;

/** It listens when the promise is fulfilled. Always on 127.0.0.1: it knows no secrets, but it has a side door. */
export async function createPracticeWorld(settings: PracticeWorldSettings): Promise<RunningPracticeWorld> {
  const { seed, clock: clockSetting, playerCount } = settings;
  const clock = createWorldClock(clockSetting);
  const annexes = createFootball(settings, clock);
  const content = createContent(seed, clock, playerCount);
  const keys = { ...PRACTICE_KEYS, football: FOOTBALL_KEY };
  const sideDoorRoutes = [worldRoute(clock, clockSetting, keys)];
  const edge = await startEdge(content, clock, clockSetting.mode, { ...settings, sideDoorRoutes }, annexes);
  return {
    ...edge,
    footballBaseUrl: `${edge.url}/football`,
    clipSiteUrl: `${edge.url}/clips`,
    keys,
  };
}

/** Everything that another program has to know to play here, if it knows the address: the keys, and how the time goes. */
function worldRoute(
  clock: WorldClock,
  setting: ClockSetting,
  keys: RunningPracticeWorld['keys'],
): SideDoorRoute {
  const speed = { real: 1, stepped: 0 };
  return {
    verb: 'GET',
    path: '/practice/world',
    answer: () => ({
      keys,
      clock: {
        startAt: clock.now(),
        startedAt: Date.now(),
        speed: setting.mode === 'accelerated' ? setting.speed : speed[setting.mode],
      },
    }),
  };
}

function createFootball(settings: PracticeWorldSettings, clock: WorldClock): Annex[] {
  const { seed, profile, football = {}, ffmpeg } = settings;
  const { inPlay, quirks, otherQuirks } = football;
  const now = (): number => clock.now();
  const world = createFootballWorld({ seed, now, inPlay, quirks, otherQuirks });
  const plan = football.plan ?? (typeof profile === 'string' ? PLAN_OF_PROFILE[profile] : 'pro');
  // A client waits in real minutes, whatever the world's clock does; unless that is moved by hand.
  const quotaNow = settings.clock.mode === 'stepped' ? now : Date.now;
  const folder = createClipFolder(settings.clipFolder ?? null, MAX_CLIP_BYTES);
  const maker = createClipMaker({
    findFfmpeg: ffmpeg === undefined ? findFfmpeg : () => ffmpeg,
    folder,
  });
  return [
    createFootballAnnex({ world, plan, quotaNow }),
    createClipSite({ world, maker, switches: football.clips }),
  ];
}

function createContent(seed: number, clock: WorldClock, playerCount: number | undefined): Content {
  const tft = createTftTruth(seed);
  const lol = createLolTruth(seed);
  const rules = { tft: createTftRules(tft), lol: createLolRules(lol) };
  const world = createWorld({ seed, clock, rules, ...(playerCount === undefined ? {} : { playerCount }) });
  const tftFiles = createTftStaticData(seed, () => world.patches());
  return {
    world,
    tftMatch: createTftMatchBody({ truth: tft }),
    lolMatch: createLolMatchBody({ truth: lol }),
    lolTimeline: createLolTimelineBody({ truth: lol }),
    staticFile: (path) => tftFiles.file(path),
  };
}

// Football's switches at the start. All of them can be changed at the side door later, but for the number of matches.

export const FootballSettings = Type.Partial(
  Type.Object(
    {
      /** About how many matches are in play at any time. */
      inPlay: Type.Number({ minimum: 1, maximum: MAX_IN_PLAY }),
      /** The share of what each quirk of the upstream befalls. */
      quirks: QuirkChanges,
      /** What the quirks that are not named are: as often as usual, or never. */
      otherQuirks: Type.Enum(['defaults', 'none']),
      /** How often the key may ask. Left out: as the profile says. */
      plan: PlanSetting,
      clips: ClipSwitches,
    },
    { additionalProperties: false },
  ),
);
export type FootballSettings = Static<typeof FootballSettings>;
