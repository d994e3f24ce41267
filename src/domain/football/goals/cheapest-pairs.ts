/**
 * Pairs the members of two lists so that the sum of the costs is the least there is; whoever has no partner at the limit or below
 * stays alone. Each member takes the cheapest seat, and whoever holds it is moved on where that is cheaper in all (the shortest
 * augmenting path). Lists are short: a match has a handful of goals.
 */
interface Guest<Left, Right> {
  readonly member: Left;
  /** What is not in it is above the limit. */
  readonly prices: ReadonlyMap<Right, number>;
}

interface Seat<Left, Right> {
  /** Null: a seat for whoever stays alone. */
  readonly right: Right | null;
  holder: Guest<Left, Right> | null;
  /** The least that seating the new guest costs if it ends here, and from where the holder of another seat would move here. */
  cost: number;
  from: Seat<Left, Right> | null;
}

/** Sums of the same numbers in another order differ by less. */
const ROUNDING = 1e-9;
const FORBIDDEN = 1e6;

export function cheapestPairs<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  limit: number,
  costOf: (left: Left, right: Right) => number,
): Map<Left, Right> {
  if (left.length === 0 || right.length === 0) return new Map();
  const seats = [...right, ...left.map(() => null)].map((other): Seat<Left, Right> => ({
    right: other,
    holder: null,
    cost: 0,
    from: null,
  }));
  for (const member of left) {
    const prices = right.map((other): [Right, number] => [other, costOf(member, other)]);
    const guest = { member, prices: new Map(prices.filter(([, price]) => price <= limit)) };
    seatGuest(guest, seats, limit);
  }
  return new Map(
    seats.flatMap(({ right: other, holder }): [Left, Right][] =>
      other === null || holder === null ? [] : [[holder.member, other]],
    ),
  );
}

function seatGuest<Left, Right>(
  guest: Guest<Left, Right>,
  seats: readonly Seat<Left, Right>[],
  limit: number,
): void {
  const priceOf = (who: Guest<Left, Right>, { right }: Seat<Left, Right>): number =>
    right === null ? limit : (who.prices.get(right) ?? FORBIDDEN);
  for (const seat of seats) Object.assign(seat, { cost: priceOf(guest, seat), from: null });
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (const seat of seats) {
      if (seat.holder === null) continue;
      for (const next of seats) {
        const cost = seat.cost - priceOf(seat.holder, seat) + priceOf(seat.holder, next);
        if (cost >= next.cost - ROUNDING) continue;
        Object.assign(next, { cost, from: seat });
        isBetter = true;
      }
    }
  }
  const free = seats.filter(({ holder }) => holder === null);
  let seat = free.reduce((best, other) => (other.cost < best.cost ? other : best));
  for (; seat.from !== null; seat = seat.from) seat.holder = seat.from.holder;
  seat.holder = guest;
}
