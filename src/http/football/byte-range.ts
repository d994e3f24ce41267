/**
 * The `Range` header of a request for a video, as far as players use it: one range of bytes. Whatever else it says (several ranges, other
 * units, nonsense) is as if it were not there, which HTTP allows: the answer is then the whole video.
 */
import type { ByteRange } from '#/runtime/objects/object-store.ts';

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

export function parseRange(header: string | undefined): ByteRange | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (from === '') return to === '' ? undefined : { lastBytes: Number(to) };
  if (to === '') return { first: Number(from) };
  return Number(to) < Number(from) ? undefined : { first: Number(from), last: Number(to) };
}
