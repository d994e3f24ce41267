/** The way to a player's page, with what is to be kept of the address. */
import { Link } from '@tanstack/react-router';

import type { FlatSearch } from '../../../lib/flat-search.ts';
import classes from './player-link.module.css';
import type { RiotId } from './riot-id.ts';

interface PlayerLinkProps {
  readonly player: RiotId & { readonly platform?: string | null };
  readonly search?: FlatSearch;
}

const NOTHING: FlatSearch = {};

export function PlayerLink({ player, search = NOTHING }: PlayerLinkProps) {
  const { gameName, tagLine, platform } = player;
  return (
    <Link
      to="/players/$gameName/$tagLine"
      params={{ gameName, tagLine }}
      search={platform ? { ...search, platform } : search}
      preload={false}
      className={classes.link}
    >
      {gameName}
      <span className={classes.tag}>#{tagLine}</span>
    </Link>
  );
}
