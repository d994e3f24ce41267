/**
 * The part of S3 that our store uses, in memory. It does not check signatures. Row F14 of the drill runs the same tests with a server
 * of another author.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RunningS3 {
  readonly endpoint: string;
  stop(): Promise<void>;
}

interface Stored {
  readonly bytes: Buffer;
  readonly headers: OutgoingHttpHeaders;
  readonly changedAt: Date;
}

interface Request {
  readonly method: string;
  /** `/bucket/key`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

/** S3 lists a thousand keys per page; fewer make a list of several pages cheaper. */
export const LISTED_AT_ONCE = 100;
const DONE: Answer = { status: 200 };
const GONE: Answer = { status: 204 };

export async function startMemoryS3(): Promise<RunningS3> {
  const answer = createMemoryS3();
  const server = createServer((incoming, outgoing) => {
    const reply = async (): Promise<void> => {
      const { pathname, searchParams: query } = new URL(incoming.url ?? '', 'http://s3');
      const { method = '', headers } = incoming;
      const body = await buffer(incoming);
      const answered = answer({ method, path: decodeURIComponent(pathname), query, headers, body });
      outgoing.writeHead(answered.status, {
        'content-length': answered.body?.length ?? 0,
        ...answered.headers,
      });
      outgoing.end(method === 'HEAD' ? undefined : answered.body);
    };
    // Some tests cut requests in the middle.
    reply().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createMemoryS3(): (request: Request) => Answer {
  const buckets = new Set<string>();
  const objects = new Map<string, Stored>();
  const uploads = new Map<
    string,
    { readonly headers: OutgoingHttpHeaders; readonly parts: Map<string, Buffer> }
  >();

  return (request) => {
    const { method, path, query, headers, body } = request;
    const [, bucket = '', key] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
    if (key === '' && method === 'PUT') buckets.add(bucket);
    if (!buckets.has(bucket)) return refuse(404, 'NoSuchBucket');
    if (key === '') return method === 'GET' ? list(objects, `/${bucket}/`, query) : DONE;
    if (query.has('uploads') || query.has('uploadId')) return upload(request);
    if (method === 'PUT') {
      objects.set(path, { bytes: body, headers: storedHeaders(headers), changedAt: new Date() });
      return DONE;
    }
    if (method !== 'DELETE') return read(objects.get(path), request);
    objects.delete(path);
    return GONE;
  };

  function upload({ method, path, query, headers, body }: Request): Answer {
    const id = query.get('uploadId') ?? randomUUID();
    if (query.has('uploads')) {
      uploads.set(id, { headers: storedHeaders(headers), parts: new Map() });
      return xml(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const started = uploads.get(id);
    if (started === undefined) return refuse(404, 'NoSuchUpload');
    if (method === 'PUT') {
      started.parts.set(String(query.get('partNumber')), body);
      return { status: 200, headers: { etag: '"part"' } };
    }
    uploads.delete(id);
    if (method === 'DELETE') return GONE;
    const parts = [...body.toString().matchAll(/<PartNumber>(\d+)</g)];
    const bytes = Buffer.concat(parts.map(([, number = '']) => started.parts.get(number) ?? Buffer.alloc(0)));
    objects.set(path, { bytes, headers: started.headers, changedAt: new Date() });
    return xml(200, '<CompleteMultipartUploadResult/>');
  }
}

function read(object: Stored | undefined, { headers }: Request): Answer {
  if (object === undefined) return refuse(404, 'NoSuchKey');
  const { bytes, changedAt } = object;
  const sent = { ...object.headers, 'last-modified': changedAt.toUTCString() };
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  if (range === null)
    return { status: 200, headers: { ...sent, 'content-length': bytes.length }, body: bytes };
  const first = Number(range[1]);
  const last = Math.min(Number(range[2] || Infinity), bytes.length - 1);
  if (first > last) return refuse(416, 'InvalidRange');
  const where = { 'content-range': `bytes ${first}-${last}/${bytes.length}` };
  return { status: 206, headers: { ...sent, ...where }, body: bytes.subarray(first, last + 1) };
}

/** Like some servers, it cannot list uploads. */
function list(objects: ReadonlyMap<string, Stored>, root: string, query: URLSearchParams): Answer {
  if (query.has('uploads')) return refuse(501, 'NotImplemented');
  const prefix = root + (query.get('prefix') ?? '');
  const after = query.get('continuation-token') ?? '';
  const left = [...objects.keys()].filter((path) => path.startsWith(prefix) && path > after).toSorted();
  const page = left.slice(0, LISTED_AT_ONCE);
  const rows = page.map((path) => {
    const { bytes, changedAt } = objects.get(path) as Stored;
    return `<Contents><Key>${path.slice(root.length)}</Key><Size>${bytes.length}</Size><LastModified>${changedAt.toISOString()}</LastModified></Contents>`;
  });
  const next =
    page.length < left.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '';
  return xml(
    200,
    `<ListBucketResult><KeyCount>${page.length}</KeyCount>${next}${rows.join('')}</ListBucketResult>`,
  );
}

function storedHeaders(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-') || name === 'content-type'),
  );
}

function xml(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) };
}

function refuse(status: number, code: string): Answer {
  return xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
