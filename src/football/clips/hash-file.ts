/** The hashes of a file in one pass, without holding it in memory: md5 names its object, sha256 tells equal bytes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export async function hashFile(
  file: string,
): Promise<{ readonly md5: string; readonly sha256: string; readonly bytes: number }> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    md5.update(chunk);
    sha256.update(chunk);
    bytes += chunk.length;
  }
  return { md5: md5.digest('hex'), sha256: sha256.digest('hex'), bytes };
}
