/** What the shop adds to a timeline: things bought, used up, taken back and sold. */
import type { Random } from '../randomness.ts';
import type { Chronicle, Visit } from './chronicle.ts';
import { entry } from './entry.ts';
import type { Story } from './story.ts';
import {
  eventOf,
  renderItemDestroyed,
  renderItemPurchased,
  renderItemSold,
  renderItemUndo,
  type TimelineEvent,
} from './timeline-event.ts';

const UNDO_SHARE = 0.04;

export function shoppingEvents(story: Story, { visits }: Chronicle, random: Random): TimelineEvent[] {
  return visits.flatMap((visit) => visitEvents(story, visit, random));
}

function visitEvents(
  story: Story,
  { atMs, participant, purchase, nth }: Visit,
  random: Random,
): TimelineEvent[] {
  const own = { atMs, participant: participant.id };
  const events = [eventOf(renderItemPurchased, { ...own, item: purchase.item })];
  if (random.next() < UNDO_SHARE) {
    events.push(eventOf(renderItemUndo, { ...own, item: purchase.item, gold: purchase.price }));
    events.push(eventOf(renderItemPurchased, { ...own, item: purchase.item }));
  }
  for (const item of purchase.uses) events.push(eventOf(renderItemDestroyed, { ...own, item }));
  if (purchase.isConsumed) {
    const usedMs = Math.min(story.lengthMs, atMs + 20_000 + random.below(60_000));
    events.push(eventOf(renderItemDestroyed, { ...own, atMs: usedMs, item: purchase.item }));
  }
  const { starterSoldAfter, purchases } = entry(story.shoppings, participant.id - 1);
  if (starterSoldAfter === nth)
    events.push(eventOf(renderItemSold, { ...own, item: entry(purchases, 0).item }));
  return events;
}
