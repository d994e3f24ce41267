/** Starts to listen, and turns the ways in which that fails into sentences that say what to do. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { UserError } from '#/domain/user-error.ts';
import type { HttpSettings } from './http-settings.ts';

export interface Listening {
  readonly port: number;
  /** The address to open in a browser on this machine. */
  readonly url: string;
}

export async function listen(
  server: FastifyInstance,
  settings: Pick<HttpSettings, 'host' | 'port'>,
): Promise<Listening> {
  try {
    await server.listen({
      host: settings.host,
      port: settings.port,
      listenTextResolver: () => 'http server listening',
    });
  } catch (error) {
    throw toUserError(error, settings);
  }
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  return { port, url: `http://${hostForBrowser(settings.host)}:${port}` };
}

/** Says so before anything else is started; `listen` still has the last word. */
export async function refuseTakenPort(settings: Pick<HttpSettings, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ ...settings, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw toUserError(error, settings);
  }
  probe.close();
  await once(probe, 'close');
}

function toUserError(error: unknown, { host, port }: Pick<HttpSettings, 'host' | 'port'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const otherPort = `PORT=${port === 65_535 ? 8750 : port + 1} npm start`;
  switch (code) {
    case 'EADDRINUSE':
      return new UserError(
        `Port ${port} on ${host} is already in use.`,
        `Stop the program that uses it, or choose another port: ${otherPort}`,
        { cause: error },
      );
    case 'EACCES':
      return new UserError(
        `Port ${port} on ${host} may not be used by this user.`,
        'Ports below 1024 are usually kept for the system. Choose another one: PORT=8750 npm start',
        { cause: error },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UserError(
        `This machine has no address ${host} to listen on (port ${port}).`,
        'Set HOST to an address of this machine, or leave it at 127.0.0.1.',
        { cause: error },
      );
    default:
      return error;
  }
}

function hostForBrowser(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
