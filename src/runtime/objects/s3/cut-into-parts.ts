/** Bytes as they come, in parts of one size; only the last may be smaller. There is always one, if need be an empty one. */
export async function* cutIntoParts(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (bytes + rest.length > partBytes) {
      const fitting = partBytes - bytes;
      yield Buffer.concat([...waiting, rest.subarray(0, fitting)]);
      isFirst = false;
      waiting = [];
      bytes = 0;
      rest = rest.subarray(fitting);
    }
    waiting.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0 || isFirst) yield Buffer.concat(waiting);
}
