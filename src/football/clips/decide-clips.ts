/**
 * What becomes of each clip of a goal after they were compared. Pure.
 *
 * The comparison knows which copy is the best; only here it is known which copies still have their bytes. A duplicate whose file was thrown
 * away can never take the place of one that has it. And what is archived stays until the better copy is: so there is always one to watch.
 */
import type { Arrangement, ClipVerdict } from '#/domain/football/duplicates/arrange-clips.ts';
import type { ClipDecision, CopyRow } from './clip-arrangement.ts';

export function decideClips(copies: readonly CopyRow[], { clusters, verdicts }: Arrangement): ClipDecision[] {
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  const bests = new Map(
    clusters.map(({ id, memberIds }) => {
      const members = memberIds.flatMap((member) => byId.get(member) ?? []);
      return [id, members.find(hasBytes)] as const;
    }),
  );
  return verdicts.flatMap((verdict) => {
    const copy = byId.get(verdict.clipId);
    if (copy === undefined) return [];
    if (verdict.clusterId === null) return [toOtherGoal(verdict)];
    return [decideMember(copy, verdict, bests.get(verdict.clusterId))];
  });
}

function hasBytes({ objectState }: CopyRow): boolean {
  return objectState === 'incoming' || objectState === 'uploading' || objectState === 'stored';
}

function toOtherGoal(verdict: ClipVerdict): ClipDecision {
  return {
    id: verdict.clipId,
    state: 'rejected',
    code: 'other-goal',
    words: verdict.words,
    cluster: null,
    isBest: false,
    contains: verdict.containsIds,
    otherGoalId: verdict.otherGoalId,
    isRetired: true,
  };
}

function decideMember(copy: CopyRow, verdict: ClipVerdict, best: CopyRow | undefined): ClipDecision {
  const isBest = best?.id === copy.id;
  const common = {
    id: copy.id,
    cluster: verdict.clusterId,
    isBest,
    contains: verdict.containsIds,
    otherGoalId: verdict.otherGoalId,
  };
  if (isBest) return { ...common, state: 'kept', code: null, words: keptWords(verdict), isRetired: false };
  return {
    ...common,
    state: 'duplicate',
    ...whyDuplicate(copy, verdict, best),
    // What is archived already has to wait until the better copy is.
    isRetired: copy.objectState !== 'stored' || best?.objectState === 'stored',
  };
}

function keptWords(verdict: ClipVerdict): string {
  return verdict.isBest ? verdict.words : 'the best copy whose file is still there';
}

function whyDuplicate(
  copy: CopyRow,
  verdict: ClipVerdict,
  best: CopyRow | undefined,
): Pick<ClipDecision, 'code' | 'words'> {
  if (copy.isBest && best !== undefined)
    return { code: 'better-copy', words: `it was the best copy until ${best.id} was found` };
  const isSameBytes = best !== undefined && best.sha256 === copy.sha256;
  const code = verdict.reason ?? (isSameBytes ? 'same-bytes' : 'same-picture');
  return { code, words: verdict.isBest ? 'a better copy, but its file is gone' : verdict.words };
}
