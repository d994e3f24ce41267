/** All projections. A new source is added here. */
import type { Logger } from 'pino';
import type { Database } from '#/runtime/postgres/database.ts';
import { createLolProjection } from '#/lol/lol-projection.ts';
import { createPatchSource } from '#/tft/patch-source.ts';
import { createGameReader } from '#/tft/read-game.ts';
import type { SourceProjection } from '#/match/project/source-projection.ts';
import { createTftProjection } from '#/tft/tft-projection.ts';

export interface AllProjectionsOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Of TFT. */
  readonly keptPatches: number;
}

export function createAllProjections(options: AllProjectionsOptions): SourceProjection[] {
  const patches = createPatchSource(options.database, () => new Date());
  return [createTftProjection({ ...options, readGame: createGameReader(), patches }), createLolProjection()];
}
