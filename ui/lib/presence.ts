/**
 * Whether anybody looks at the page, and the moment when the network comes back.
 *
 * "Offline" is deliberately absent: a laptop without a network still reaches its own Gamekeeper on loopback,
 * while the browser calls it offline. Only "online" is a hint worth acting on.
 */
export type PresenceSignal = 'visible' | 'hidden' | 'online';

export interface Presence {
  readonly isVisible: () => boolean;
  readonly onSignal: (listener: (signal: PresenceSignal) => void) => () => void;
}
