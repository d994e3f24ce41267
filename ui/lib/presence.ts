/**
 * Whether the page is visible, and the moment when the network returns. There is no signal "offline": a laptop without a network still
 * reaches its own Gamekeeper on loopback, while the browser calls it offline.
 */
export type PresenceSignal = 'visible' | 'hidden' | 'online';

export interface Presence {
  readonly isVisible: () => boolean;
  readonly onSignal: (listener: (signal: PresenceSignal) => void) => () => void;
}
