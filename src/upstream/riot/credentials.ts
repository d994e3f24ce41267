/** The keys of a client, each with a name that does not reveal it. */
import { createHash } from 'node:crypto';
import type { Secret } from '#/domain/secret.ts';
import type { Game } from './request-parts.ts';

export interface Credential {
  readonly key: Secret;
  /** Names the key: puuids are made for it. */
  readonly keyId: string;
  /** Names the key at this address, to the limiter and to the memory of refusals: another server counts for itself. */
  readonly budgetId: string;
}

export type Credentials = { readonly [game in Game]?: Credential };

export function toCredentials(
  keys: { readonly [game in Game]?: Secret | undefined },
  baseUrl: string,
): Credentials {
  const { tft, lol } = keys;
  return {
    ...(tft === undefined ? {} : { tft: toCredential(tft, baseUrl) }),
    ...(lol === undefined ? {} : { lol: toCredential(lol, baseUrl) }),
  };
}

function toCredential(key: Secret, baseUrl: string): Credential {
  return { key, keyId: nameOf(key.reveal()), budgetId: nameOf(`${key.reveal()}\n${baseUrl}`) };
}

/** Two processes with one key call it the same, and nobody can tell the key from it. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
