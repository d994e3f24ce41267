/**
 * A crowd that listens, in a process of its own. Its argument is a `HoldPlan`. It tells `{"opened": true}` when all sockets had their
 * chance, and answers every message with a `Held`.
 */
import { holdSockets, type HoldPlan } from './hold-sockets.ts';

const held = holdSockets(JSON.parse(process.argv[2] ?? '') as HoldPlan);
process.on('message', () => process.send?.(held.report()));
// Ends with whoever started it, however that ends.
process.once('disconnect', () => {
  held.stop();
  process.exit(0);
});
await held.opened;
process.send?.({ opened: true });
