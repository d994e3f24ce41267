/**
 * The query of an exploration as the API's description shows it. It describes and does not check: what a parameter may be is known to
 * `domain/tft/explore`, whose refusals say more than a schema's.
 */
import { Type } from 'typebox';
import { BREAKDOWN_IDS } from '#/domain/tft/explore/breakdowns.ts';
import { RANK_MODES } from '#/domain/tft/explore/filter.ts';
import { SORTS } from '#/domain/tft/explore/question.ts';

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

export const EXPLORE_PARAMETERS = {
  patch: text('Patches. Default: the newest that has games.', '17.4,17.4b'),
  versus: text('Another patch, told beside the first.', '17.3'),
  place: text('Platforms and regions.', 'euw1,asia'),
  queue: text('Numbers of queues, or `any`. Default: 1100, ranked.', '1100,1160'),
  tier: text('Tiers; `unknown` is one.', 'master,grandmaster,challenger'),
  lp: text('League points from Master on; `unknown` is a value of its own.', '500..'),
  rank: Type.Optional(
    Type.Enum([...RANK_MODES], {
      description:
        'Which rank `tier`, `lp` and the breakdowns by them use. `nearest`: the last known one before the match, otherwise the first ' +
        'one after it. `strict`: as of the match; boards without one count as unknown rank. Default: nearest.',
    }),
  ),
  from: text('Games that ended from this day or hour on, UTC.', '2026-11-01'),
  until: text('And before this one.', '2026-11-08T12'),
  level: text('Levels.', '8..'),
  placed: text('Places.', '1..4'),
  where: text('A condition on boards.', 'all(unit(tft_x;stars=2..),none(trait(tft_z;tier=3..)))'),
  by: Type.Optional(Type.Enum([...BREAKDOWN_IDS], { description: 'What the rows are. Default: unit.' })),
  of: text('The unit or item that some breakdowns are about.', 'tft_x'),
  sort: Type.Optional(Type.Enum([...SORTS], { description: 'Default: shrunk.' })),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  min: text('Rows with fewer are left out, and counted.', '50'),
  page: text('From 0.', '0'),
  size: text('Rows of a page. Default: 100.', '100'),
};

/** Fastify's own check is not asked; hits would pay for it, and its refusals are poorer. */
export const describedOnly = () => () => true;
