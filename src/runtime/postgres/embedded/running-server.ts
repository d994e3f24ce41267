/** A server that answers as ours: what the start, the adoption and the supervision hand to each other. */
import type { Postmaster } from './postmaster.ts';

export interface RunningServer {
  readonly postmaster: Postmaster;
  readonly port: number;
  /** As the server says, e.g. 18.4; an adopted one may be older than our programs. */
  readonly version: string;
  readonly since: Date;
}
