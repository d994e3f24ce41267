/** A size for people, with the exact number on hover. */
import { formatBytes, formatCount } from '../lib/format.ts';

export function Bytes({ value }: { readonly value: number }) {
  return <span title={`${formatCount(value)} bytes`}>{formatBytes(value)}</span>;
}
