/**
 * A fault that the person at the keyboard can mend: a wrong setting, a taken port, a held directory.
 * It is printed as two lines (what is wrong, what to do) and never with a stack; every other error is a bug.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** What to do about it, in one or two sentences. */
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}
