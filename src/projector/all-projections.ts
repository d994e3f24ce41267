/** All projections. A new source is added here. */
import type { Logger } from 'pino';
import type { Database } from '#/stores/postgres/database.ts';
import { createLolProjection } from './lol-projection.ts';
import { createPatchSource } from './patch-source.ts';
import { createGameReader } from './read-game.ts';
import type { SourceProjection } from './source-projection.ts';
import { createTftProjection } from './tft-projection.ts';

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
