/**
 * What a command says on standard output: lines for people on a terminal, one JSON object per line otherwise, so that
 * every command can be read by a script without a flag.
 */
import { styleText } from 'node:util';

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

export interface Output {
  readonly forPeople: boolean;
  /** The same fact twice: once as fields, once as words. */
  say(record: Readonly<Record<string, unknown>>, words: string): void;
  style(style: Style, text: string): string;
}

export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createOutput(stream: OutputStream, options: { readonly json: boolean }): Output {
  const forPeople = stream.isTTY === true && !options.json;
  return {
    forPeople,
    say(record, words) {
      stream.write(forPeople ? `${words}\n` : `${JSON.stringify(record)}\n`);
    },
    style: (style, text) => (forPeople ? styleText(style, text, { stream: process.stdout }) : text),
  };
}
