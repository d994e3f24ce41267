/** The areas of Gamekeeper: their place in the navigation and what each is for. The order is the order on the page. */
import {
  IconActivityHeartbeat,
  IconBallFootball,
  IconChessKnight,
  IconHome,
  IconUserSearch,
} from '@tabler/icons-react';

export const HOME = { to: '/', label: 'Home', Icon: IconHome } as const;

export const AREAS = [
  {
    to: '/tft',
    label: 'TFT',
    name: 'TFT explorer',
    Icon: IconChessKnight,
    summary:
      'Units, items, traits and compositions of Teamfight Tactics, on exactly the boards you mean, each number with its games and its interval.',
  },
  {
    to: '/players',
    label: 'Players',
    name: 'Players',
    Icon: IconUserSearch,
    summary:
      'One League of Legends player: the whole history, by hour, weekday and session, collected while you watch; linked accounts, tracked players and weekly reports.',
  },
  {
    to: '/football',
    label: 'Football',
    name: 'Football',
    Icon: IconBallFootball,
    summary:
      'Matches as they are played: goals as they fall, what the video referee took back or corrected, and the clips of each goal, without duplicates.',
  },
  {
    to: '/status',
    label: 'Status',
    name: 'Status',
    Icon: IconActivityHeartbeat,
    summary: 'Which parts run, since when, how busy they are, and what went wrong lately.',
  },
] as const;
