/**
 * Addresses for the members of a crowd. The server counts requests and sockets by address, and a crowd that came from one would be
 * refused as one rude client. On Linux all of 127.0.0.0/8 is this machine, so everybody gets an address of their own; elsewhere,
 * and against a server on another machine, all share the one that there is, and the server must be told to bear with it
 * (RATE_LIMIT_PER_MINUTE).
 */
import { platform } from 'node:os';

/** As many as fit into two bytes without the first and last of each row. */
const MOST = 250 * 250;

/** `block` keeps crowds apart that run at the same time. Undefined: whatever the system chooses. */
export function crowdAddresses(url: string, count: number, block: number): readonly (string | undefined)[] {
  if (platform() !== 'linux' || !/^(127\.|localhost$)/.test(new URL(url).hostname)) return [undefined];
  return Array.from(
    { length: Math.min(Math.max(1, count), MOST) },
    (_, index) => `127.${64 + block}.${Math.floor(index / 250) + 1}.${(index % 250) + 1}`,
  );
}
