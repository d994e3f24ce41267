/**
 * What there is to choose from for the options of a history: queues, roles and champions that the player has games in, with their number, and
 * those that are chosen already, whether there are games or not.
 */
import type { LolAnalysis } from '#/contract/lol-history.ts';
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';
import { roleName } from '#/domain/lol/history/history-words.ts';
import { printTime } from '#/domain/lol/history/options-text.ts';
import { ROLES } from '#/domain/lol/history/played-game.ts';
import { queueName } from '#/domain/lol/history/queue-names.ts';

import { formatCount } from '../../../lib/format.ts';

export interface OptionChoice {
  readonly value: string;
  readonly label: string;
}

export interface OptionChoices {
  readonly queues: readonly OptionChoice[];
  readonly roles: readonly OptionChoice[];
  readonly champions: readonly OptionChoice[];
}

const USUAL_GAPS = [15, 30, 45, 60, 90, 120, 180, 360, 720];

/** `known`: of the unfiltered history, when it is there. */
export function optionChoices(
  known: Pick<LolAnalysis, 'queues' | 'roles' | 'champions'> | undefined,
  options: HistoryOptions,
): OptionChoices {
  const roles = new Map((known?.roles ?? []).map(({ key, n }) => [key, n]));
  return {
    queues: withChosen(
      (known?.queues ?? []).map(({ key, label, n }) => ({ value: key, label: withCount(label, n) })),
      options.queues.map((queue) => ({ value: String(queue), label: queueName(queue) })),
    ),
    roles: ROLES.map((role) => ({ value: role, label: withCount(roleName(role), roles.get(role) ?? 0) })),
    champions: withChosen(
      (known?.champions ?? []).map(({ champion, label, n }) => ({
        value: String(champion),
        label: withCount(label, n),
      })),
      options.champions.map((champion) => ({ value: String(champion), label: `Champion ${champion}` })),
    ),
  };
}

/** Every full hour, and what is chosen. */
export function dayStartChoices(chosen: number): OptionChoice[] {
  const hours = Array.from({ length: 24 }, (_, hour) => hour * 60);
  return withNumber(hours, chosen).map((minutes) => ({
    value: printTime(minutes),
    label: printTime(minutes),
  }));
}

export function gapChoices(chosen: number): OptionChoice[] {
  return withNumber(USUAL_GAPS, chosen).map((minutes) => ({
    value: String(minutes),
    label: minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`,
  }));
}

/** UTC first, then this browser's own, then all that the runtime knows. */
export function zoneChoices(chosen: string, own: string, all: readonly string[]): string[] {
  return [...new Set(['UTC', own, chosen, ...all])];
}

function withChosen(known: readonly OptionChoice[], chosen: readonly OptionChoice[]): OptionChoice[] {
  const values = new Set(known.map(({ value }) => value));
  return [...known, ...chosen.filter(({ value }) => !values.has(value))];
}

function withNumber(numbers: readonly number[], chosen: number): number[] {
  return [...new Set([...numbers, chosen])].toSorted((a, b) => a - b);
}

function withCount(label: string, n: number): string {
  return `${label} (${formatCount(n)})`;
}
