/** Puts an answer on the wire. Bodies are sent as they are; compressing one costs more than making it, so that is a switch. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import { sendDamaged } from './body-faults.ts';
import type { BodyRule } from './fault-plan.ts';
import type { Headers } from './rate-headers.ts';

export type SendAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  headers: Headers,
  damage: BodyRule | null,
) => void;

export function createSendAnswer(options: {
  readonly gzip: boolean;
  readonly onFailure: (error: unknown) => void;
}): SendAnswer {
  return (request, response, answer, headers, damage) => {
    if (damage !== null) {
      sendDamaged(response, answer, headers, damage).catch(options.onFailure);
      return;
    }
    const { status, body, contentType } = answer;
    const packed = options.gzip && acceptsGzip(request) ? gzipSync(body, { level: 1 }) : null;
    const length = packed?.length ?? Buffer.byteLength(body);
    const packing = packed === null ? [] : ['Content-Encoding', 'gzip'];
    const own = ['Content-Type', contentType, 'Content-Length', String(length)];
    response.writeHead(status, [...own, ...packing, ...headers]);
    response.end(packed ?? body);
  };
}

function acceptsGzip(request: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/i.test(request.headers['accept-encoding'] ?? '');
}
