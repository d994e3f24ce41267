/**
 * What every run of ffmpeg and ffprobe over a strangers' file says of its input, in front of it: a local file and nothing else, known
 * containers (playlists and lists of files would open other files), known codecs, and no picture so large that one frame of it fills
 * the memory. Given to `-i` as `file:…`, so that no name of a file is taken for a protocol or an option.
 */
export const SAFE_INPUT: readonly string[] = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts',
  '-codec_whitelist',
  'h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,aac,mp3,mp3float,opus,libopus,vorbis',
  '-max_pixels',
  '8900000',
];

/** Longer is not looked at: nobody shows one goal for so long. */
export const MAX_SECONDS = 180;
