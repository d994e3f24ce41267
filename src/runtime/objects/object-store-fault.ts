/** What a store of objects could not do, in words for the operator: what, which key, why, and what to check. */

/**
 * `unreachable`: nobody answers, or it broke off. `busy`: it asks for patience or has trouble of its own. Both pass.
 * `refused`: credentials, permissions. `misconfigured`: bucket, region, folder. `full`: no space. `broken`: everything else.
 */
export type ObjectStoreFaultKind = 'unreachable' | 'busy' | 'refused' | 'misconfigured' | 'full' | 'broken';

export class ObjectStoreFault extends Error {
  override readonly name = 'ObjectStoreFault';
  readonly kind: ObjectStoreFaultKind;
  /** Another try, later, may go well with nothing changed. */
  readonly isPassing: boolean;

  constructor(kind: ObjectStoreFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.isPassing = kind === 'unreachable' || kind === 'busy';
  }
}
