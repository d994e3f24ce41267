/** Work that is done one piece after the other. Who asks for a piece that is waiting or under way gets the same one. */
export interface WorkQueue<Result> {
  underWay(name: string): Promise<Result> | undefined;
  add(name: string, work: () => Promise<Result>): Promise<Result>;
  /** When everything that was asked for is done, well or not. */
  idle(): Promise<void>;
}

export function createWorkQueue<Result>(): WorkQueue<Result> {
  const waiting = new Map<string, Promise<Result>>();
  let last: Promise<void> = Promise.resolve();

  async function doNext(name: string, before: Promise<void>, work: () => Promise<Result>): Promise<Result> {
    await before;
    try {
      return await work();
    } finally {
      waiting.delete(name);
    }
  }

  return {
    underWay: (name) => waiting.get(name),
    add(name, work) {
      const known = waiting.get(name);
      if (known !== undefined) return known;
      const result = doNext(name, last, work);
      // Whoever waits for it hears of a failure; the next one is done all the same.
      last = result.then(
        () => undefined,
        () => undefined,
      );
      waiting.set(name, result);
      return result;
    },
    idle: () => last,
  };
}
