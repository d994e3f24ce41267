/** A clip as the search for duplicates sees it: what its file is, and what was printed from it. */
import type { PicturePrint } from './picture-print.ts';
import type { SoundPrint } from './sound-print.ts';

export interface PrintedClip {
  readonly id: string;
  readonly sha256: string;
  readonly seconds: number;
  /** Null: it could not be taken, or is of another version. Such a clip can only be told by its bytes. */
  readonly picture: PicturePrint | null;
  /** Null: no sound. */
  readonly sound: SoundPrint | null;
  readonly postedAt: Date | null;
  /** Its words name the scorer or the score, and the minute. */
  readonly isVerified: boolean;
}

/** One of the goal that is being arranged. */
export interface ClipCopy extends PrintedClip {
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
  readonly foundAt: Date;
}

/** One that was found for another goal of the same fixture, and was not rejected there. */
export interface OtherGoalClip extends PrintedClip {
  readonly goalId: string;
}
