/** A crowd that asks, in a process of its own. Its argument is an `AskPlan`; it tells an `Asked`. The message `stop` cuts it short. */
import { askAtARate, type AskPlan } from './ask-at-a-rate.ts';

const stopping = new AbortController();
process.on('message', () => stopping.abort());
// Ends with whoever started it, however that ends.
process.once('disconnect', () => process.exit(0));
const asked = await askAtARate(JSON.parse(process.argv[2] ?? '') as AskPlan, stopping.signal);
process.send?.(asked, () => process.disconnect());
