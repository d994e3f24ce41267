/** A post's number: eighteen digits that tell which goal it is about and the how-manieth of its posts it is. Nothing is stored. */
export interface PostAddress {
  readonly fixture: number;
  /** The goal's number in its match, from 1. */
  readonly n: number;
  /** From 0. */
  readonly place: number;
}

const FORM = /^20(\d{10})(\d{3})(\d{3})$/;

export function toPostId({ fixture, n, place }: PostAddress): string {
  return `20${digits(fixture, 10)}${digits(n, 3)}${digits(place, 3)}`;
}

export function parsePostId(text: string): PostAddress | undefined {
  const [, fixture, n, place] = FORM.exec(text) ?? [];
  return fixture === undefined ? undefined : { fixture: Number(fixture), n: Number(n), place: Number(place) };
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
