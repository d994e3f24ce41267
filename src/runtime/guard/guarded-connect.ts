/**
 * Connects to a target that comes from outside: checks the name, resolves it once, refuses if any address is not public, and connects to one
 * of the checked addresses, so a different second answer of the resolver has no effect.
 */
import { lookup as resolve } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { type AddressRules, type Target, type TargetRules, writePair } from './targets.ts';

export type LookUp = (host: string) => Promise<readonly string[]>;

export interface ConnectRules {
  readonly targets: TargetRules;
  readonly addresses: AddressRules;
  readonly lookUp: LookUp;
  /** For the resolver, and for each address. */
  readonly connectMs: number;
  readonly dial: (address: string, port: number) => Socket;
}

export type Connection =
  | { readonly type: 'connected'; readonly socket: Socket }
  | { readonly type: 'refused' | 'failed'; readonly words: string };

const MAX_ADDRESSES = 3;

export async function connectGuarded(target: Target, rules: ConnectRules): Promise<Connection> {
  const judged = rules.targets.judge(target);
  if (judged.verdict === 'refused') return { type: 'refused', words: judged.words };
  const addresses = isIP(target.host) === 0 ? await lookUpInTime(target.host, rules) : [target.host];
  if (!Array.isArray(addresses) || addresses.length === 0)
    return { type: 'failed', words: `${target.host} has no address that could be found` };
  const inner = addresses.find((address) => !rules.addresses.isPublic(address));
  if (judged.verdict === 'public' && inner !== undefined)
    return { type: 'refused', words: `${target.host} leads to ${inner}, which is not a public address` };
  return await dialFirst(target, preferred(addresses), rules);
}

export async function lookUpAll(host: string): Promise<readonly string[]> {
  return (await resolve(host, { all: true })).map(({ address }) => address);
}

export function dialAddress(address: string, port: number): Socket {
  return connect({ host: address, port });
}

async function lookUpInTime(host: string, { lookUp, connectMs }: ConnectRules): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), connectMs);
  });
  try {
    return await Promise.race([lookUp(host), late]);
  } catch {
    // No such name, or no resolver.
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** IPv4 first: a misconfigured IPv6 fails slowly. */
function preferred(addresses: readonly string[]): readonly string[] {
  return [...addresses].sort((a, b) => isIP(a) - isIP(b)).slice(0, MAX_ADDRESSES);
}

async function dialFirst(
  target: Target,
  addresses: readonly string[],
  rules: ConnectRules,
): Promise<Connection> {
  let words = '';
  for (const address of addresses) {
    const dialed = await dialOne(rules.dial(address, target.port), rules.connectMs);
    if (dialed === null) words = `nothing answered at ${address} within ${rules.connectMs} ms`;
    else if (dialed instanceof Error) words = `no connection to ${address} (${dialed.message.slice(0, 100)})`;
    else return { type: 'connected', socket: dialed };
  }
  return { type: 'failed', words: `${writePair(target)}: ${words}` };
}

function dialOne(socket: Socket, connectMs: number): Promise<Socket | Error | null> {
  return new Promise((resolve) => {
    const end = (result: Socket | Error | null): void => {
      clearTimeout(timer);
      socket.off('connect', connected).off('error', end);
      if (result !== socket) socket.on('error', () => undefined).destroy(); // A later error has no reader.
      resolve(result);
    };
    const connected = (): void => end(socket);
    const timer = setTimeout(() => end(null), connectMs);
    socket.once('connect', connected).once('error', end);
  });
}
