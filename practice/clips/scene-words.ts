/** What stands on the score board of a scene, and in the watermark of somebody who copied it. */
import type { FootballWorld } from '../football/football-world.ts';
import { withoutAccents } from './plain-words.ts';
import type { Scene } from './recipe.ts';
import type { SceneWords } from './scene.ts';

export function wordsOf(world: FootballWorld, { fixture, n }: Scene): SceneWords {
  const story = world.findStory(fixture);
  const goal = story?.truth.goals[n - 1];
  const mark = `@CLIPS${fixture % 1000}`;
  if (story === undefined || goal === undefined) return { board: 'AAA 1-0 ZZZ', mark };
  const { home, away } = story.truth.fixture;
  return {
    board: `${short(home.name)} ${goal.scoreAfter.home}-${goal.scoreAfter.away} ${short(away.name)} ${goal.minute}'`,
    mark,
  };
}

function short(name: string): string {
  return withoutAccents(name).slice(0, 3).toUpperCase();
}
