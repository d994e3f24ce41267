/**
 * Whether two mentions of a player mean the same one. Half of the upstream's goals come without a player's id and a fifth without a
 * name, ids change, and names come short ("M. Salah") and long ("Mohamed Salah"), so this answers in degrees: below zero is the
 * same, above zero somebody else, zero cannot be told.
 */
import type { Scorer } from '../goal.ts';

export type Person = Scorer;

const SAME_ID = -6;
const OTHER_ID = 4;
const SAME_NAME = -5;
const OTHER_NAME = 3;

export function personDistance(a: Person, b: Person): number {
  const ids = a.id === null || b.id === null ? 0 : a.id === b.id ? SAME_ID : OTHER_ID;
  const names = a.name === null || b.name === null ? 0 : isSameName(a.name, b.name) ? SAME_NAME : OTHER_NAME;
  return ids + names;
}

export function isNameless({ id, name }: Person): boolean {
  return id === null && name === null;
}

/** Every part of the shorter name is in the longer one, an initial by what it stands for, and at least one is more than an initial. */
export function isSameName(a: string, b: string): boolean {
  if (a === b) return /[\p{L}\p{N}]{2}/u.test(a);
  const [short, long] = [partsOf(a), partsOf(b)].sort((left, right) => left.length - right.length) as [
    string[],
    string[],
  ];
  const isShared = (part: string): boolean => long.includes(part);
  const isTold = (part: string): boolean =>
    isShared(part) ||
    long.some((other) => other.startsWith(part) && part.length === 1) ||
    isInitialOf(part, long);
  return short.every(isTold) && short.some((part) => part.length > 1 && isShared(part));
}

/** "Mohamed" in a long name, told as "M." in one with more parts. */
function isInitialOf(part: string, parts: readonly string[]): boolean {
  return parts.some((other) => other.length === 1 && part.startsWith(other));
}

function partsOf(name: string): string[] {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
}
