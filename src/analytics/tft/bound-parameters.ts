/**
 * The only way for a value into a statement: it is bound by name and type, and the statement gets `{p3:UInt16}`. So the text of a
 * statement depends on the shape of a question alone, and nothing that somebody typed can be read as SQL.
 */
interface TypedValues {
  readonly UInt8: number;
  readonly UInt16: number;
  readonly UInt32: number;
  readonly Int64: number;
  readonly String: string;
  readonly 'Array(UInt8)': readonly number[];
  readonly 'Array(UInt16)': readonly number[];
  readonly 'Array(UInt64)': readonly number[];
  readonly 'Array(String)': readonly string[];
}

/** Far beyond every column, and still exact: whoever asks for more asks for the same. */
const FARTHEST = 1_000_000_000;

export interface BoundParameters {
  readonly bind: <Type extends keyof TypedValues>(type: Type, value: TypedValues[Type]) => string;
  /** An end of a range. */
  readonly bindLimit: (value: number) => string;
  readonly values: () => Record<string, unknown>;
}

export function createBoundParameters(): BoundParameters {
  const values: unknown[] = [];
  const bind = (type: string, value: unknown): string => `{p${values.push(value)}:${type}}`;
  return {
    bind,
    bindLimit: (value) => bind('Int64', Math.max(-FARTHEST, Math.min(value, FARTHEST))),
    values: () => Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value])),
  };
}
