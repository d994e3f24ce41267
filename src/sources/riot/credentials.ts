/** The keys of a client, each with a name that does not reveal it. */
import { createHash } from 'node:crypto';
import type { Secret } from '#/domain/secret.ts';
import type { Game } from './request-parts.ts';

export interface Credential {
  readonly key: Secret;
  /**
   * Names the key to the limiter and to the memory of refusals: two processes with one key call it the same. The address is part
   * of it, because another server counts for itself.
   */
  readonly keyId: string;
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
  const hash = createHash('sha256').update(`${key.reveal()}\n${baseUrl}`);
  return { key, keyId: hash.digest('hex').slice(0, 16) };
}
