/** One board of a game: who stood on it, with stars and items, and which traits were active. */
import { Link } from '@tanstack/react-router';

import type { TftMatchView } from '#/contract/tft-reference.ts';
import { ladderWords } from '#/domain/tft/ladder-points.ts';

import { keyedList } from '../../../lib/keyed-list.ts';
import { GameIcon } from '../names/game-icon.tsx';
import type { NameBook } from '../names/name-book.ts';
import classes from './match-board.module.css';

type Board = TftMatchView['boards'][number];
type Unit = Board['units'][number];

export function MatchBoard({ board, book }: { readonly board: Board; readonly book: NameBook }) {
  const { placement, level, lp, tier, isBot, units, traits } = board;
  return (
    <li className={classes.board}>
      <div className={classes.head}>
        <span className={classes.place} data-top={placement <= 4}>
          {placement}
        </span>
        <div>
          <p>Level {level}</p>
          <p className={classes.quiet}>{isBot ? 'Bot' : rankWords(lp, tier)}</p>
        </div>
      </div>
      <div className={classes.body}>
        <ul className={classes.units} aria-label={`Units of place ${placement}`}>
          {keyedList(units.map(({ id }) => id)).map(({ key }, index) => {
            const unit = units[index];
            return unit ? <BoardUnit key={key} unit={unit} book={book} /> : null;
          })}
        </ul>
        <ul className={classes.traits} aria-label={`Traits of place ${placement}`}>
          {traits
            .filter((trait) => trait.tier > 0)
            .toSorted((one, other) => other.tier - one.tier || other.units - one.units)
            .map(({ id, tier: reached, units: count }) => (
              <li key={id} className={classes.trait} data-tier={Math.min(reached, 4)}>
                <Link to="/tft/traits/$id" params={{ id }} search={{}} title={`Tier ${reached}`}>
                  {count} {book.names.trait(id)}
                </Link>
              </li>
            ))}
        </ul>
      </div>
    </li>
  );
}

function BoardUnit({ unit, book }: { readonly unit: Unit; readonly book: NameBook }) {
  const { name, icon } = book.unit(unit.id);
  return (
    <li className={classes.unit}>
      <span className={classes.stars} aria-hidden="true">
        {'★'.repeat(unit.stars)}
      </span>
      <Link
        to="/tft/units/$id"
        params={{ id: unit.id }}
        search={{}}
        className={classes.portrait}
        aria-label={`${name}, ${unit.stars} ${unit.stars === 1 ? 'star' : 'stars'}`}
      >
        <GameIcon name={name} icon={icon} cost={unit.cost} size={44} />
      </Link>
      <span className={classes.items}>
        {keyedList(unit.items).map(({ key, text: id }) => {
          const item = book.item(id);
          return (
            <Link
              key={key}
              to="/tft/items/$id"
              params={{ id }}
              search={{}}
              className={classes.portrait}
              aria-label={item.name}
            >
              <GameIcon name={item.name} icon={item.icon} size={18} />
            </Link>
          );
        })}
      </span>
      <span className={classes.name}>{name}</span>
    </li>
  );
}

function rankWords(lp: number | null, tier: string | null): string {
  if (lp === null) return 'unknown rank';
  const points = ladderWords(lp);
  return lp >= 0 && tier !== null ? `${tier.charAt(0).toUpperCase()}${tier.slice(1)} ${lp} LP` : points;
}
