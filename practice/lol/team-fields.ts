/** The two teams of a match body: bans, feats, objectives. */
import { numberAt } from './entry.ts';
import { compileTemplate, object, writeList, type FieldTable, type Render } from './json-template.ts';
import type { MonsterType } from './monsters.ts';
import { teamIdOf } from './participant.ts';
import { hasWon } from './scene.ts';
import type { Story } from './story.ts';

/** One kind of deed: which team was the first to do it (undefined: neither), and how often each did. */
interface Objective {
  first: number | undefined;
  readonly kills: [blue: number, red: number];
}

interface TeamView {
  readonly story: Story;
  readonly team: number;
  readonly bans: readonly number[];
  readonly objectives: Objectives;
}

/** The API's words for how far a team got with a feat. */
const LOST_TO_OTHERS = 1001;
const FEAT_NEEDS = 3;

const renderTeam = compileTemplate<TeamView>({
  bans: ({ bans, team }) =>
    `[${bans.map((champion, nth) => `{"championId":${champion},"pickTurn":${team * bans.length + nth + 1}}`).join(',')}]`,
  feats: object({
    EPIC_MONSTER_KILL: feat(({ slaying }) => slaying.monsters, FEAT_NEEDS),
    FIRST_BLOOD: feat(({ kills }) => kills, FEAT_NEEDS),
    FIRST_TURRET: feat(towersOf, 1),
  }),
  objectives: object({
    atakhan: objective(({ monsters }) => monsters.ATAKHAN),
    baron: objective(({ monsters }) => monsters.BARON_NASHOR),
    champion: objective(({ champion }) => champion),
    dragon: objective(({ monsters }) => monsters.DRAGON),
    horde: objective(({ monsters }) => monsters.HORDE),
    inhibitor: objective(({ inhibitor }) => inhibitor),
    riftHerald: objective(({ monsters }) => monsters.RIFTHERALD),
    tower: objective(({ tower }) => tower),
  }),
  teamId: ({ team }) => teamIdOf(team),
  win: ({ story, team }) => hasWon(story, team),
});

/** `bans` are in seat order, or none at all. */
export const renderTeams: Render<{ readonly story: Story; readonly bans: readonly number[] }> = (
  { story, bans },
  writer,
) => {
  const half = Math.ceil(bans.length / 2);
  const objectives = countObjectives(story);
  writeList(
    [
      { story, team: 0, bans: bans.slice(0, half), objectives },
      { story, team: 1, bans: bans.slice(half), objectives },
    ],
    writer,
    renderTeam,
  );
};

/** Both teams' progress towards being the first to have `needed` of these deeds; on the bridge nobody counts. */
function featState(
  story: Story,
  team: number,
  deeds: readonly { readonly team: number }[],
  needed: number,
): number {
  if (story.isBridge) return 0;
  const counts = [0, 0];
  for (const deed of deeds) {
    counts[deed.team] = numberAt(counts, deed.team) + 1;
    if (numberAt(counts, deed.team) === needed) return deed.team === team ? needed : LOST_TO_OTHERS;
  }
  return numberAt(counts, team);
}

export function towersOf({ buildings }: Story): Story['buildings'] {
  return buildings.filter(({ kind }) => kind !== 'INHIBITOR');
}

interface Objectives {
  readonly monsters: Readonly<Record<MonsterType, Objective>>;
  readonly champion: Objective;
  readonly inhibitor: Objective;
  readonly tower: Objective;
}

/** Once for both teams. Deeds are in order of time. */
function countObjectives({ kills, buildings, slaying }: Story): Objectives {
  const objectives: Objectives = {
    monsters: {
      ATAKHAN: notYet(),
      BARON_NASHOR: notYet(),
      DRAGON: notYet(),
      HORDE: notYet(),
      RIFTHERALD: notYet(),
    },
    champion: notYet(),
    inhibitor: notYet(),
    tower: notYet(),
  };
  for (const { doer, team } of kills) if (doer !== undefined) count(objectives.champion, team);
  for (const { kind, team } of buildings)
    count(kind === 'INHIBITOR' ? objectives.inhibitor : objectives.tower, team);
  for (const { type, team } of slaying.monsters) count(objectives.monsters[type], team);
  return objectives;
}

function notYet(): Objective {
  return { first: undefined, kills: [0, 0] };
}

function count(objective: Objective, team: number): void {
  objective.first ??= team;
  objective.kills[team] = numberAt(objective.kills, team) + 1;
}

function objective(of: (objectives: Objectives) => Objective): FieldTable<TeamView>[string] {
  return object({
    first: ({ objectives, team }) => of(objectives).first === team,
    kills: ({ objectives, team }) => numberAt(of(objectives).kills, team),
  });
}

function feat(
  deedsOf: (story: Story) => readonly { readonly team: number }[],
  needed: number,
): FieldTable<TeamView>[string] {
  return object({ featState: ({ story, team }) => featState(story, team, deedsOf(story), needed) });
}
