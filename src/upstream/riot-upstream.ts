/**
 * Riot as this process sees it: the operator's keys and Riot itself, or the practice world with keys of its own. Whoever calls
 * does not know which, and goes through the limiter that all processes share.
 */
import type { Logger } from 'pino';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import { Secret } from '#/domain/secret.ts';
import { createRiotClient, type RiotClient } from './riot.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';

export interface RiotUpstreamOptions {
  readonly keys: { readonly tft: Secret | undefined; readonly lol: Secret | undefined };
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** Takes the place of Riot and of its keys. */
  readonly practice: PracticeWorld | null;
  readonly limiter: Limiter;
  readonly log: Logger;
}

export interface RiotUpstream {
  readonly client: RiotClient;
  stop(): Promise<void>;
}

export function openRiotUpstream(options: RiotUpstreamOptions): RiotUpstream {
  const { practice, limiter, log } = options;
  const client = createRiotClient({
    keys: practice
      ? { tft: new Secret(practice.keys.tft), lol: new Secret(practice.keys.lol) }
      : options.keys,
    baseUrl: practice?.riotBaseUrl ?? options.baseUrl,
    limiter,
    timeouts: { timeoutMs: options.timeoutMs },
    retries: { unavailable: options.maxRetries },
    log,
  });
  return { client, stop: () => client.stop() };
}
