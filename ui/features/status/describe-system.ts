/** The whole system in one sentence: what is wrong comes first, and names the parts. */
import type { Part, PartState, SystemStatus } from '#/contract/status.ts';

import { formatBytes } from '../../lib/format.ts';

export function describeSystem(status: SystemStatus): string {
  const parts = [
    tellParts(status.parts, 'down', 'does not answer', 'do not answer'),
    tellParts(status.parts, 'degraded', 'does not work as it should', 'do not work as they should'),
    tellParts(status.parts, 'starting', 'is starting', 'are starting'),
    isDiskLow(status.disk) ? `disk space is low (${formatBytes(status.disk.freeBytes)} free)` : null,
  ].filter((clause) => clause !== null);
  if (parts.length > 0) return `${upperFirst(joinWords(parts, ', and '))}.`;
  return status.state === 'running'
    ? `Everything runs: all ${status.parts.length} parts answer.`
    : `Gamekeeper calls itself ${status.state}, though each part says that it runs.`;
}

/** The state to show: a full disk is trouble although each part still runs. */
export function overallState(status: SystemStatus): PartState {
  return status.state === 'running' && isDiskLow(status.disk) ? 'degraded' : status.state;
}

export function isDiskLow(disk: SystemStatus['disk']): boolean {
  return disk.freeBytes < disk.lowBytes;
}

function tellParts(parts: readonly Part[], state: PartState, one: string, many: string): string | null {
  const names = parts.filter((part) => part.state === state).map((part) => part.name);
  if (names.length === 0) return null;
  return `${joinWords(names, ' and ')} ${names.length === 1 ? one : many}`;
}

function joinWords(words: readonly string[], lastJoint: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')}${lastJoint}${words.at(-1)}`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
