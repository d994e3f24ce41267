/** What came of a download. */
import type { ClipReason } from '#/domain/football/clip-state.ts';
import type { Probe } from '../media/probe.ts';

export interface ClipAddress {
  readonly pageUrl: string | null;
  readonly mediaUrl: string | null;
  /** Which video of the page is meant, from 1; 1 where nothing is said. */
  readonly videoNumber?: number;
}

export type DownloadOutcome =
  /** `file`: an MP4 in the directory that was given, made anew from the video and sound that were found in the download. */
  | { readonly outcome: 'ok'; readonly file: string; readonly probe: Probe }
  | {
      readonly outcome: 'failed';
      readonly reason: ClipReason;
      readonly words: string;
      readonly isWorthRetrying: boolean;
    };

/** `directory` must exist; everything is written into a fresh folder below it. Rejects with the signal's reason, and for bugs. */
export type DownloadClip = (
  address: ClipAddress,
  options: { readonly directory: string; readonly signal: AbortSignal },
) => Promise<DownloadOutcome>;
