/** One seat's part in the story of a game. Filled in by the files that tell of fights, buildings, monsters and farming. */
import type { Seat } from '../world/world.ts';
import type { Champion } from './champions.ts';

export interface Participant {
  /** From 1, as in the API. */
  readonly id: number;
  readonly seat: Seat;
  /** 0 blue, 1 red. */
  readonly team: number;
  /** Index in `ROLES`. */
  readonly role: number;
  readonly champion: Champion;
  readonly isBot: boolean;
  kills: number;
  deaths: number;
  assists: number;
  executions: number;
  soloKills: number;
  /** Times that a chain of kills reached two, three, four, five. */
  readonly multiKills: [number, number, number, number];
  /** Sprees of two and more, and of three and more. */
  sprees: number;
  bigSprees: number;
  largestSpree: number;
  largestMultiKill: number;
  earlyTakedowns: number;
  firstBlood: 'kill' | 'assist' | undefined;
  firstTower: 'kill' | 'assist' | undefined;
  bountyGold: number;
  /** In ms; of the time alive the longest that a death ended. */
  timeDeadMs: number;
  longestLifeMs: number;
  turretKills: number;
  turretTakedowns: number;
  inhibitorKills: number;
  inhibitorTakedowns: number;
  plates: number;
  dragonKills: number;
  dragonTakedowns: number;
  baronKills: number;
  baronTakedowns: number;
  heraldTakedowns: number;
  hordeTakedowns: number;
  steals: number;
  firstDragonMs: number;
  firstBaronMs: number;
  /** Gold from kills, assists and objectives. */
  eventGold: number;
  minions: number;
  monsters: number;
  experience: number;
  gold: number;
  /** When the player left for good, in seconds; the length of the game if he stayed. */
  playedSeconds: number;
}

export function createParticipant(
  part: Pick<Participant, 'id' | 'seat' | 'team' | 'role' | 'champion' | 'isBot' | 'playedSeconds'>,
): Participant {
  return {
    id: part.id,
    seat: part.seat,
    team: part.team,
    role: part.role,
    champion: part.champion,
    isBot: part.isBot,
    playedSeconds: part.playedSeconds,
    kills: 0,
    deaths: 0,
    assists: 0,
    executions: 0,
    soloKills: 0,
    multiKills: [0, 0, 0, 0],
    sprees: 0,
    bigSprees: 0,
    largestSpree: 0,
    largestMultiKill: 0,
    earlyTakedowns: 0,
    firstBlood: undefined,
    firstTower: undefined,
    bountyGold: 0,
    timeDeadMs: 0,
    longestLifeMs: 0,
    turretKills: 0,
    turretTakedowns: 0,
    inhibitorKills: 0,
    inhibitorTakedowns: 0,
    plates: 0,
    dragonKills: 0,
    dragonTakedowns: 0,
    baronKills: 0,
    baronTakedowns: 0,
    heraldTakedowns: 0,
    hordeTakedowns: 0,
    steals: 0,
    firstDragonMs: 0,
    firstBaronMs: 0,
    eventGold: 0,
    minions: 0,
    monsters: 0,
    experience: 0,
    gold: 0,
  };
}

/** The id that the API shows for a team. */
export function teamIdOf(team: number): number {
  return team === 0 ? 100 : 200;
}

export function takedownsOf(participant: Participant): number {
  return participant.kills + participant.assists;
}
