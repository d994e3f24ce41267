/**
 * What browsers are told to refuse on our pages: scripts and connections from anywhere else, being framed, guessing
 * content types, device access.
 *
 * Styles alone may be inline: the page's component library writes style elements at run time. A nonce would work for
 * them, but only by rewriting the built page for every answer; with scripts, images and connections bound to this
 * origin, an injected style has nowhere to send what it learns.
 */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const DIRECTIVES = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
};

const NO_DEVICES =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';
const HALF_A_YEAR_SECONDS = 15_552_000;

export async function addSecurityHeaders(server: FastifyInstance, publicUrl: string | null): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
    // A promise of https that plain http on loopback could never keep, and that browsers would remember for "localhost".
    strictTransportSecurity: publicUrl?.startsWith('https:')
      ? { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: false }
      : false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', NO_DEVICES);
  });
}
