/**
 * A value that must never be seen: API keys, passwords, tokens.
 * However it is printed (string, JSON, console, logger, error), it shows only that something is there.
 * The one way to the value is `reveal()`, so every place that does so can be found by its name.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.toPrimitive](): string {
    return '[secret]';
  }

  /** What `console.log` and `util.inspect` print. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}
