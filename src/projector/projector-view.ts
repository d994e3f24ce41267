/** What the projector tells of itself. */
import type { RawBacklog } from '#/stores/postgres/raw-pages.ts';
import type { Progress } from './tasks.ts';

export interface ProjectorView {
  state: 'following' | 'settling' | 'projecting' | 'verifying' | 'rebuilding' | 'outdated';
  /** By this process. */
  games: number;
  batches: number;
  lag: RawBacklog | null;
  /** While it verifies or rebuilds. */
  progress: Progress | null;
  /** Until it works again. */
  fault: string | null;
}

export interface Showing {
  readonly view: Readonly<ProjectorView>;
  readonly show: (changes: Partial<ProjectorView>) => void;
}
