/**
 * Stands between the store and a real S3 server and does to some requests what networks and servers do: cuts them, answers with an
 * error, falls silent. Everything else passes through unchanged.
 */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type Fault =
  /** After so many bytes of the request came in. */
  | { readonly kind: 'cut-request'; readonly afterBytes: number }
  /** After so many bytes of the answer went out. */
  | { readonly kind: 'cut-answer' | 'stall-answer'; readonly afterBytes: number }
  | { readonly kind: 'never-answer' }
  | { readonly kind: 'answer'; readonly status: number; readonly code: string; readonly type?: string };

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly fault: Fault | null;
}

export interface FaultyS3 {
  readonly url: string;
  readonly seen: Seen[];
  /** Asked for every request; null: it passes. */
  decide: (method: string, url: string) => Fault | null;
  stop(): Promise<void>;
}

export async function startFaultyS3(target: string): Promise<FaultyS3> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const fault = faulty.decide(method, url);
    faulty.seen.push({ method, url, fault });
    if (fault?.kind === 'answer') refuse(incoming, outgoing, fault);
    else if (fault?.kind === 'cut-request') cutRequest(incoming, fault.afterBytes);
    else if (fault?.kind === 'never-answer') incoming.resume();
    else pass(incoming, outgoing, { hostname, port }, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const faulty: FaultyS3 = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    decide: () => null,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return faulty;
}

function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, code, type = 'application/xml' }: Extract<Fault, { kind: 'answer' }>,
): void {
  incoming.resume();
  const body =
    type === 'application/xml'
      ? `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>words of the server</Message></Error>`
      : code;
  outgoing.writeHead(status, { 'content-type': type });
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}

function cutRequest(incoming: IncomingMessage, afterBytes: number): void {
  let bytes = 0;
  const cut = (): void => void incoming.socket.destroy();
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > afterBytes) cut();
  });
  incoming.on('end', cut);
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { hostname, port }: { readonly hostname: string; readonly port: string },
  fault: Fault | null,
): void {
  const { method, url: path, headers } = incoming;
  const onward = forward({ hostname, port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    if (fault === null) {
      answer.pipe(outgoing);
      return;
    }
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      if (bytes > afterBytesOf(fault)) return;
      bytes += chunk.length;
      outgoing.write(chunk);
      if (bytes <= afterBytesOf(fault)) return;
      // What was written should go out before the end comes.
      if (fault.kind === 'cut-answer') setTimeout(() => incoming.socket.destroy(), 50);
    });
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}

function afterBytesOf(fault: Fault): number {
  return 'afterBytes' in fault ? fault.afterBytes : 0;
}
