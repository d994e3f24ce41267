/**
 * Owns the port of the embedded ClickHouse for the life of the product. It accepts connections and passes each to the process that
 * hosts the engine, so the port stays open while that process restarts; connections that arrive in between wait for the next
 * process. (With a shared listening socket, the parent would accept too, or lose the port with the child.)
 *
 * Connections are passed one at a time, and each stays open here until the child has confirmed it: otherwise Node leaks the
 * connection that is under way when the child dies, and its client hangs. An unconfirmed connection was not read from, so
 * the next child can have it.
 */
import type { ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { FromChild, ToChild } from './protocol.ts';

export interface ConnectionBroker {
  readonly port: number;
  /** Passes connections to `child` from now on, waiting ones first. Null: lets them wait. */
  handTo(child: ChildProcess | null): void;
  /** Closes the port at once; connections that were passed on end with their process. */
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
    // A waiting client may leave.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => waiting.delete(socket));
    socket.setTimeout(MAX_WAIT_MS, () => socket.destroy());
    return passNext();
  });

  function passNext(): void {
    const [socket] = waiting;
    if (receiver === null || passing !== null || socket === undefined) return;
    passing = { child: receiver, socket };
    // A child that is ending does not confirm; the supervisor handles its end.
    receiver.send({ type: 'connection' } satisfies ToChild, socket, { keepOpen: true }, () => undefined);
  }

  function confirm(child: ChildProcess): void {
    if (passing?.child !== child) return;
    // Only this copy: the connection stays open in the child.
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
      // Not awaited: Node would wait for the end of every connection that was passed to the child.
      server.close();
    },
  };
}
