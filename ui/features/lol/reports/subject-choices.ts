/** Whose reports can be looked at or made. Pure. */
import type { LolReportRow } from '#/contract/lol-reports.ts';
import type { LolGroup, LolTrackedPlayer } from '#/contract/lol-tracking.ts';

import { printRiotId } from '../search/riot-id.ts';

export interface SubjectChoice {
  readonly kind: 'player' | 'group';
  readonly id: string;
  readonly label: string;
}

type Player = Pick<LolTrackedPlayer, 'puuid' | 'gameName' | 'tagLine'>;
type Group = Pick<LolGroup, 'id' | 'name'>;

/** Groups first: there are fewer of them. */
export function trackedSubjects(players: readonly Player[], groups: readonly Group[]): SubjectChoice[] {
  return [
    ...groups.map(({ id, name }) => ({ kind: 'group' as const, id, label: `Group ${name}` })),
    ...players.map((player) => ({ kind: 'player' as const, id: player.puuid, label: printRiotId(player) })),
  ];
}

/** With those besides who have reports, but are tracked no more or were renamed since. */
export function withReported(
  subjects: readonly SubjectChoice[],
  reports: readonly Pick<LolReportRow, 'subject'>[],
): SubjectChoice[] {
  const known = new Map(subjects.map((subject) => [subject.id, subject]));
  for (const { subject } of reports) {
    const label = subject.kind === 'group' ? `Group ${subject.name}` : subject.name;
    if (!known.has(subject.id)) known.set(subject.id, { kind: subject.kind, id: subject.id, label });
  }
  return [...known.values()];
}
