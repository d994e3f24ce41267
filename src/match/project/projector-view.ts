/** The state that the projector reports: of each source, and of all together. */
import type { ProjectedSource } from './projection-task.ts';
import type { RawBacklog } from '../raw-pages.ts';
import type { Progress } from './tasks.ts';

export interface ProjectionView {
  state: ProjectorState;
  /** By this process. */
  games: number;
  batches: number;
  lag: RawBacklog | null;
  /** While it verifies or rebuilds. */
  progress: Progress | null;
  /** Until it works again. */
  fault: string | null;
}

type ProjectorState = (typeof STATES)[number];

/** In order of precedence: the first state that any source has is the state of the whole. */
const STATES = ['outdated', 'rebuilding', 'verifying', 'settling', 'following', 'projecting'] as const;

export interface SourceView extends Readonly<ProjectionView> {
  readonly source: ProjectedSource;
}

/** The sum of all backlogs, and the longest age. */
export interface ProjectorView extends Readonly<ProjectionView> {
  readonly sources: readonly SourceView[];
}

export interface Showing {
  readonly view: Readonly<ProjectionView>;
  readonly show: (changes: Partial<ProjectionView>) => void;
}

export const FIRST_VIEW: Readonly<ProjectionView> = {
  state: 'following',
  games: 0,
  batches: 0,
  lag: null,
  progress: null,
  fault: null,
};

export function viewOfAll(sources: readonly SourceView[]): ProjectorView {
  const lags = sources.map(({ lag }) => lag);
  return {
    state: STATES.find((state) => sources.some((source) => source.state === state)) ?? 'following',
    games: sumOf(sources.map(({ games }) => games)),
    batches: sumOf(sources.map(({ batches }) => batches)),
    lag: lags.reduce(joinLags, null),
    progress: sources.find(({ progress }) => progress !== null)?.progress ?? null,
    fault: sources.find(({ fault }) => fault !== null)?.fault ?? null,
    sources: [...sources],
  };
}

function joinLags(one: RawBacklog | null, other: RawBacklog | null): RawBacklog | null {
  if (one === null || other === null) return one ?? other;
  return { rows: one.rows + other.rows, seconds: Math.max(one.seconds, other.seconds) };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
