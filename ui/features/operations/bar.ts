/** A named amount, ready to be drawn and read. Apart from what draws it, so that it can be made without markup. */
export interface Bar {
  readonly name: string;
  /** Of the longest bar, from 0 to 1. */
  readonly share: number;
  readonly value: string;
  readonly note?: string;
}
