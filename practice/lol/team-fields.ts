/** The two teams of a match body: bans, feats, objectives. */
import { entry } from './entry.ts';
import {
  compileTemplate,
  object,
  writeList,
  type FieldTable,
  type Render,
  type Varying,
} from './json-template.ts';
import type { MonsterType } from './monsters.ts';
import { teamIdOf } from './participant.ts';
import { hasWon } from './scene.ts';
import type { Story } from './story.ts';

interface TeamView {
  readonly story: Story;
  readonly team: number;
  readonly bans: readonly number[];
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
    atakhan: monsterObjective('ATAKHAN'),
    baron: monsterObjective('BARON_NASHOR'),
    champion: objective(
      ({ kills }) => kills,
      ({ doer }) => doer !== undefined,
    ),
    dragon: monsterObjective('DRAGON'),
    horde: monsterObjective('HORDE'),
    inhibitor: objective(
      ({ buildings }) => buildings,
      ({ kind }) => kind === 'INHIBITOR',
    ),
    riftHerald: monsterObjective('RIFTHERALD'),
    tower: objective(
      ({ buildings }) => buildings,
      ({ kind }) => kind !== 'INHIBITOR',
    ),
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
  writeList(
    [
      { story, team: 0, bans: bans.slice(0, half) },
      { story, team: 1, bans: bans.slice(half) },
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
    counts[deed.team] = entry(counts, deed.team) + 1;
    if (entry(counts, deed.team) === needed) return deed.team === team ? needed : LOST_TO_OTHERS;
  }
  return entry(counts, team);
}

export function towersOf({ buildings }: Story): Story['buildings'] {
  return buildings.filter(({ kind }) => kind !== 'INHIBITOR');
}

function monsterObjective(type: MonsterType): FieldTable<TeamView>[string] {
  return objective(
    ({ slaying }) => slaying.monsters,
    (monster) => monster.type === type,
  );
}

function objective<D extends { readonly team: number }>(
  deedsOf: (story: Story) => readonly D[],
  isCounted: (deed: D) => boolean,
): FieldTable<TeamView>[string] {
  const first: Varying<TeamView> = ({ story, team }) => deedsOf(story).find(isCounted)?.team === team;
  const kills: Varying<TeamView> = ({ story, team }) => {
    let count = 0;
    for (const deed of deedsOf(story)) if (deed.team === team && isCounted(deed)) count++;
    return count;
  };
  return object({ first, kills });
}

function feat(
  deedsOf: (story: Story) => readonly { readonly team: number }[],
  needed: number,
): FieldTable<TeamView>[string] {
  return object({ featState: ({ story, team }) => featState(story, team, deedsOf(story), needed) });
}
