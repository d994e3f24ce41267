/** A small JSON body, or a refusal that says what was expected. */
import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 1_000_000;

/** Told to whoever knocked, as `{"error": …}`. */
export class SideDoorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  // A web page of another site can send text, but not JSON, without asking first.
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type))
    throw new SideDoorRefusal(415, `Content-Type is ${JSON.stringify(type)}; expected application/json`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new SideDoorRefusal(413, `the body is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new SideDoorRefusal(
      400,
      `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
