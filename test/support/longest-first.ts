/**
 * Which files begin first. Whatever runs for minutes must not be begun last, when the other workers have nothing left to do. Vitest knows
 * that by itself from an earlier run; a fresh clone has none. A class, because Vitest makes its sequencer with `new`.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST = [
  'journeys',
  'test/browser/every-page',
  'test/drill/drill',
  'test/one-life',
  'test/faults',
  'src/tft/crawl.faults',
  'src/runtime/postgres/embedded/',
  'src/analytics/tft/truth',
  'src/match/project/',
  'src/runtime/jobs/',
  'src/lol/',
  'src/football/clip-',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((part) => moduleId.includes(part));
  return place === -1 ? LONGEST.length : place;
}
