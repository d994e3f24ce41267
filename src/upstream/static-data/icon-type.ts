/**
 * What kind of picture some bytes are, by their first ones: what the sender says of them is not believed. Anything but a picture that
 * a page may show is refused.
 */
export type IconType = 'image/png' | 'image/webp' | 'image/jpeg' | 'image/svg+xml';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Nothing before it but a declaration and white space: a page with a picture in it is a page. */
const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?<svg[\s>]/;

export function iconTypeOf(bytes: Buffer): IconType | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp';
  return SVG.test(bytes.toString('utf8', 0, 500)) ? 'image/svg+xml' : undefined;
}
