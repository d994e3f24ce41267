/** What the product's process and the process that hosts the engine say to each other. Secrets travel here, never in arguments. */
import type { Passwords } from './credentials.ts';
import type { QueryLimits } from '../clickhouse.ts';

export interface ServerConfig {
  readonly directory: string;
  readonly readers: number;
  readonly limits: QueryLimits;
  readonly passwords: Passwords;
}

export type ToChild =
  | { readonly type: 'start'; readonly config: ServerConfig }
  /** Comes with a connection's handle. */
  | { readonly type: 'connection' }
  | { readonly type: 'stop'; readonly drainMs: number };

export type FromChild =
  /** The engine's library is in memory and begins to open the data directory. */
  | { readonly type: 'opening' }
  | { readonly type: 'ready'; readonly version: string }
  | { readonly type: 'failed'; readonly message: string }
  /** A connection has arrived; the next one may come. */
  | { readonly type: 'taken' }
  /** All sessions are closed; the process ends itself now. */
  | { readonly type: 'closed' };
