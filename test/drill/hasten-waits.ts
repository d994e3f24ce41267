/**
 * Lets the minutes pass that the product waits before it asks an upstream again that was ill: everything that is due later is due now.
 * Games that are not to be had keep their waits, for otherwise they would be asked for until they are given up.
 */
type Ask = (text: string) => Promise<unknown>;

export async function hastenWaits(ask: Ask): Promise<void> {
  await ask(
    `update gamekeeper.match set next_at = now()
     where source = 'tft' and state = 'wanted' and next_at > now() and reason not like 'notFound%'`,
  );
  await ask(
    `update pgboss.job set start_after = now()
     where name like 'tft/%' and state < 'active' and start_after > now()
       and (data->>'batch' is null or exists (
         select from gamekeeper.match m
         where m.batch = (data->>'batch')::uuid and m.state = 'wanted' and (m.next_at is null or m.next_at <= now())))`,
  );
}
