/**
 * A peer from this benchmark's own node_modules. The name is no import that the compiler could follow: the peers are no
 * dependencies of the product, and its checks have to pass where they are not installed. What is used of each is described by
 * the adapter that asks for it.
 */
import { createRequire } from 'node:module';

const requireFromHere = createRequire(import.meta.url);

export function requirePeer(name: string): unknown {
  return requireFromHere(name);
}
