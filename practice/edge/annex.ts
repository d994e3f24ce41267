/**
 * What the server answers besides Riot: football and the clip site. Each has a folder of its own, a first path segment, and routes
 * at the side door; the edge knows nothing else about them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SideDoorRoute } from './side-door.ts';

export const ANNEX_NAMES = ['football', 'clips'] as const;
export type AnnexName = (typeof ANNEX_NAMES)[number];

export interface Annex {
  readonly name: AnnexName;
  readonly sideDoorRoutes: readonly SideDoorRoute[];
  /** `path` is what follows the first segment. A rejection is a mistake of the practice world itself. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    target: { readonly path: string; readonly query: string },
  ): Promise<void>;
  stop(): Promise<void>;
}
