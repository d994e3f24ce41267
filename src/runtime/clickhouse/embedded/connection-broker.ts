/**
 * Holds the one address of the embedded ClickHouse for the life of the product. It accepts connections and hands each to
 * the process that hosts the engine, so the port is never lost while that process restarts; connections that arrive in
 * between wait for the next one instead of being refused. (Sharing the listening socket instead would mean that the parent
 * accepts too, or loses the port with the child.)
 * One at a time, and each stays open here until the child has confirmed it: otherwise the connection that is under way
 * when the child dies is leaked by Node, and its client hangs. Unconfirmed means unread, so the next child can have it.
 */
import type { ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { FromChild, ToChild } from './protocol.ts';

export interface ConnectionBroker {
  readonly port: number;
  /** From now on connections go to `child`; those that waited go first. Null: let them wait. */
  handTo(child: ChildProcess | null): void;
  /** The port is free at once; connections that were handed over end with their process. */
  close(): void;
}

const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 30_000;

export async function openConnectionBroker(): Promise<ConnectionBroker> {
  const waiting = new Set<Socket>();
  let receiver: ChildProcess | null = null;
  let passing: { readonly child: ChildProcess; readonly socket: Socket } | null = null;

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    if (waiting.size >= MAX_WAITING) return void socket.destroy();
    waiting.add(socket);
    // A client that gives up while it waits is no fault of ours.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => waiting.delete(socket));
    socket.setTimeout(MAX_WAIT_MS, () => socket.destroy());
    return passNext();
  });

  function passNext(): void {
    const [socket] = waiting;
    if (receiver === null || passing !== null || socket === undefined) return;
    passing = { child: receiver, socket };
    // A child that is dying does not confirm; its end is noticed elsewhere.
    receiver.send({ type: 'connection' } satisfies ToChild, socket, { keepOpen: true }, () => undefined);
  }

  function confirm(child: ChildProcess): void {
    if (passing?.child !== child) return;
    // Only our copy: the connection lives on in the child.
    passing.socket.destroy();
    waiting.delete(passing.socket);
    passing = null;
    passNext();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    handTo(child) {
      receiver = child;
      if (child === null) return;
      passing = null;
      child.on('message', (message: FromChild) => {
        if (message.type === 'taken') confirm(child);
      });
      passNext();
    },
    close() {
      receiver = null;
      for (const socket of waiting) socket.destroy();
      // Not awaited: Node would ask the child for the end of every connection that it was given.
      server.close();
    },
  };
}
