/**
 * What browsers are told to refuse on our pages: scripts and connections from anywhere else, being framed, guessing
 * content types, device access.
 *
 * Styles alone may be inline: the page's component library writes style elements at run time. A nonce would work for
 * them, but only by rewriting the built page for every answer; with scripts, images and connections bound to this
 * origin, an injected style has nowhere to send what it learns.
 *
 * The headers are the same for every answer. Helmet would work them out anew each time, which was more than a third of what a request
 * costs (`bench/cached`, 2026-11); so it is asked once, at the start.
 */
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { fastify, type FastifyInstance } from 'fastify';

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
/** What the answer from which helmet's headers are taken has of its own. */
const OF_ANY_ANSWER = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);
const HALF_A_YEAR_SECONDS = 15_552_000;

/** Answers the headers, for what leaves by a shorter way than the framework's. */
export async function addSecurityHeaders(
  server: FastifyInstance,
  publicUrl: string | null,
): Promise<Readonly<Record<string, string>>> {
  const headers = await headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
    // A promise of https that plain http on loopback could never keep, and that browsers would remember for "localhost".
    strictTransportSecurity: publicUrl?.startsWith('https:')
      ? { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: false }
      : false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  return headers;
}

async function headersOf(options: FastifyHelmetOptions): Promise<Readonly<Record<string, string>>> {
  const asked = fastify();
  await asked.register(helmet, options);
  const { headers } = await asked.inject({ method: 'HEAD', url: '/' });
  await asked.close();
  const ofHelmet = Object.entries(headers).filter(([name]) => !OF_ANY_ANSWER.has(name));
  return {
    ...Object.fromEntries(ofHelmet.map(([name, value]) => [name, String(value)])),
    'permissions-policy': NO_DEVICES,
  };
}
