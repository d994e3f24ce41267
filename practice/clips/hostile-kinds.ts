/** Media that no client should trust, by name. Off unless a test switches them on; README.md tells what each is. */
export const HOSTILE_KINDS = [
  'endless',
  'too-big',
  'drip',
  'stall',
  'cut',
  'html',
  'text',
  'zeros',
  'playlist',
  'concat',
  'redirect',
  'redirect-file',
  'redirect-loop',
  'redirect-private',
  'page-inner',
  'wide',
  'long',
  'short',
  'tiny',
  'still',
  'sound-only',
  'gzip-bomb',
  'name',
] as const;
export type HostileKind = (typeof HOSTILE_KINDS)[number];

/** Those that are true videos, however odd: how ffmpeg makes them. */
const PICTURE = ['-f', 'lavfi', '-i'] as const;
const PACKED = ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-pix_fmt', 'yuv420p'] as const;

export const ODD_VIDEOS = {
  wide: [...PICTURE, 'color=c=green:s=8192x4320:r=1/2:d=4', ...PACKED, '-x264-params', 'rc-lookahead=0'],
  long: [...PICTURE, 'color=c=green:s=64x36:r=1/10:d=21600', ...PACKED],
  short: [...PICTURE, 'testsrc2=s=320x180:r=20:d=0.5', ...PACKED],
  tiny: [...PICTURE, 'testsrc2=s=8x8:r=20:d=5', ...PACKED],
  still: [...PICTURE, 'color=c=black:s=320x180:r=20:d=6', ...PACKED],
  'sound-only': [...PICTURE, 'sine=frequency=440:duration=6', '-c:a', 'aac', '-b:a', '40k'],
} as const satisfies Partial<Record<HostileKind, readonly string[]>>;
export type OddVideo = keyof typeof ODD_VIDEOS;
