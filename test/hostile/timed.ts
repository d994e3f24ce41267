/**
 * How long something keeps a processor busy, in ms: a machine that has much else to do does not count. For what must not take long by far;
 * the bounds of such tests are many times the usual.
 */
export function timed(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
