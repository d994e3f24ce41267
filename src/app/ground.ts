/** What every part of the app is made of. */
import type { Logger } from 'pino';
import type { Config } from '#/config.ts';
import type { Shutdown } from '#/runtime/shutdown.ts';
import type { Role } from '#/settings.ts';

export interface AppOptions {
  readonly config: Config;
  readonly roles: readonly Role[];
  /** How many further processes with the role `worker` this one starts and keeps. */
  readonly workers?: number;
  readonly version: string;
  readonly log: Logger;
  /** Breaks off a start that is still under way. */
  readonly stopAsked: AbortSignal;
}

export interface Ground extends AppOptions {
  readonly startedAt: Date;
  readonly shutdown: Shutdown;
  /** Fires `change` when a part that we run ourselves (a store, the practice world) has something new to say. */
  readonly partChanges: EventTarget;
}
