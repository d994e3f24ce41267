/**
 * Every club of every competition with its squad: names and numbers that follow from the seed. Numbers have the size that the
 * upstream's have. A town has one club, so that a name means one club wherever it is read.
 */
import { chance, hashText, mix } from '../randomness.ts';

export interface Footballer {
  readonly id: number;
  /** As the upstream writes it: `E. Lindqvist`. */
  readonly name: string;
  readonly familyName: string;
}

export interface Club {
  readonly id: number;
  readonly name: string;
  /** 18 of them; the first is the goalkeeper, later ones score more often. */
  readonly squad: readonly Footballer[];
}

export interface League extends Competition {
  readonly id: number;
  readonly clubs: readonly Club[];
}

export const CLUBS_OF_LEAGUE = 18;
const SQUAD = 18;
const FIRST_LEAGUE_ID = 9001;
const FIRST_CLUB_ID = 31_000;
const FIRST_PLAYER_ID = 410_000;
const ACCENTED_SHARE = 0.12;
const PARTICLE_SHARE = 0.06;

export function createLeagues(seed: number): readonly League[] {
  const own = mix(seed, hashText('football clubs'));
  const taken = new Set<string>();
  return COMPETITIONS.map(({ name, country, coverage, isCup }, number) => ({
    name,
    country,
    coverage,
    isCup,
    id: FIRST_LEAGUE_ID + number,
    clubs: Array.from({ length: CLUBS_OF_LEAGUE }, (_, place) =>
      createClub(own, number * CLUBS_OF_LEAGUE + place, taken),
    ),
  }));
}

function createClub(own: number, number: number, taken: Set<string>): Club {
  let town: string;
  let attempt = 0;
  do {
    const roll = mix(own, number, attempt++);
    town = pick(TOWN_BEGINNINGS, roll, 1) + pick(TOWN_ENDINGS, roll, 2);
  } while (taken.has(town));
  taken.add(town);
  const ending = pick(CLUB_ENDINGS, mix(own, number), 3);
  return {
    id: FIRST_CLUB_ID + number,
    name: ending === '' ? town : `${town} ${ending}`,
    squad: createSquad(own, number),
  };
}

function createSquad(own: number, club: number): Footballer[] {
  const taken = new Set<string>();
  return Array.from({ length: SQUAD }, (_, place) => {
    const id = FIRST_PLAYER_ID + club * SQUAD + place;
    let familyName: string;
    let attempt = 0;
    do familyName = inventFamilyName(mix(own, id, attempt++));
    while (taken.has(familyName));
    taken.add(familyName);
    return { id, familyName, name: `${pick(INITIALS, mix(own, id), 9)}. ${familyName}` };
  });
}

export function inventReferee(roll: number): string {
  return `${pick(INITIALS, roll, 9)}. ${inventFamilyName(roll)}`;
}

function inventFamilyName(roll: number): string {
  const { beginnings, endings } =
    chance(roll, 1) < ACCENTED_SHARE ? FAMILY_NAMES.accented : FAMILY_NAMES.plain;
  const name = pick(beginnings, roll, 2) + pick(endings, roll, 3);
  if (chance(roll, 4) >= PARTICLE_SHARE) return name;
  const particle = pick(PARTICLES, roll, 5);
  return particle.endsWith("'") ? particle + name : `${particle} ${name}`;
}

export function pick<T>(list: readonly T[], roll: number, question: number): T {
  const picked = list[Math.floor(chance(roll, question) * list.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from: the list is empty');
  return picked;
}

// What the names of invented footballers and referees are made of. Some have accents, strokes and apostrophes, because names do and
// searches stumble over them. No list is of real people: family names are put together from parts.

const INITIALS = 'A B C D E F G H I J K L M N O P R S T V W Y Z'.split(' ');

const PLAIN_BEGINNINGS =
  'Al Bar Ben Bran Car Cor Dal Dor Eld Fal Far Fer Gal Gar Hal Har Hol Jan Kar Kel Lan Lor Mar Mel Mor Nor Oster Pal Par Quin Ral Ros Sal San Sel Tal Tar Tor Val Var Vel Wes Win Yar Zan'.split(
    ' ',
  );
const PLAIN_ENDINGS =
  'acker ado alvo anders anov antz arro ason berg bury deck dini dorf ek ello ensen ente enzo eri ewski fell ford gaard gren hart holt ic idge iev ingham ino itsch kamp lund mann mark meyer moor negro nes ossa otti quist ridge sson stad stein tano tez thorpe uela vaart vale veda wick yama zar'.split(
    ' ',
  );
const ACCENTED_BEGINNINGS = 'Gál Möl Pét Sér Bjø Ñar Čer Šar Žel Łuk Dəm Thé Gün Åker Íñi Ço Ère Öst'.split(
  ' ',
);
const ACCENTED_ENDINGS = 'ão ández ćek ełek ğlu íček ñez ök ørsen ström üller évic ês åsen'.split(' ');

const FAMILY_NAMES = {
  plain: { beginnings: PLAIN_BEGINNINGS, endings: PLAIN_ENDINGS },
  accented: { beginnings: ACCENTED_BEGINNINGS, endings: ACCENTED_ENDINGS },
} as const;

/** In front of a family name, for a few. */
const PARTICLES = ['van der', 'de', "O'", 'El', 'da', 'von'] as const;

/** Who post on the clip site. */
export const AUTHOR_BEGINNINGS =
  'late far_post own_half third_man offside corner_flag stoppage back_heel long_ball dugout terrace half_time extra_man nutmeg throw_in top_bins near_post'.split(
    ' ',
  );
export const AUTHOR_ENDINGS =
  'winner replays daily tv clips fan goals media archive desk eleven watch live hub'.split(' ');

/**
 * Where football is played: invented countries with their competitions, and what the names of towns and clubs are made of. Nothing
 * of it is a real club. `coverage` is how much the upstream reports of a competition's matches, as it differs in truth:
 * `full`: every name and number; `names`: most numbers are missing; `bare`: many names too; `score`: no events at all.
 */
type Coverage = 'full' | 'names' | 'bare' | 'score';

interface Competition {
  readonly name: string;
  readonly country: string;
  readonly coverage: Coverage;
  /** A draw goes to extra time and penalties. */
  readonly isCup: boolean;
}

function competition(name: string, country: string, coverage: Coverage = 'full', isCup = false): Competition {
  return { name, country, coverage, isCup };
}

/** In the order of the day: four of them at a time, as the evening goes round the world. */
const COMPETITIONS: readonly Competition[] = [
  competition('Harbour League', 'Osteria'),
  competition('Osterian Cup', 'Osteria', 'full', true),
  competition('First Division', 'Kelmar', 'names'),
  competition('Premier Ring', 'Talvony'),
  competition('Silver League', 'Talvony', 'bare'),
  competition('National League', 'Arvenia'),
  competition('Arvenian Shield', 'Arvenia', 'full', true),
  competition('Liga Central', 'Montera'),
  competition('Liga Segunda', 'Montera', 'names'),
  competition('Superliga', 'Brennmark'),
  competition('Brennmark Trophy', 'Brennmark', 'full', true),
  competition('Eerste Ring', 'Laagland'),
  competition('Valley League', 'Corvasia', 'score'),
  competition('Serie Alta', 'Velluno'),
  competition('Coppa di Velluno', 'Velluno', 'full', true),
  competition('Primeira Costa', 'Sandoura'),
  competition('Costa Women', 'Sandoura', 'names'),
  competition('Island League', 'Tessaly Isles', 'bare'),
  competition('Championship', 'Norrick'),
  competition('Norrick U21', 'Norrick', 'names'),
];

const TOWN_BEGINNINGS: readonly string[] =
  'Amber Ash Barrow Black Bright Calder Cray Dun East Elder Fen Gran Grey Hallow Hart High Iron Kings Lang Lark Marl Mill Moor Nether North Oak Old Pine Quarry Raven Red Rook Salt Sand Silver South Stone Thorn Upper Vale West White Wind Wolf Yarrow'.split(
    ' ',
  );

const TOWN_ENDINGS: readonly string[] =
  'bridge brook burn bury by combe cross dale den field ford gate ham haven holm hurst ley march mere minster mouth ness pool port ridge shaw stead stow thorpe ton wall water well wick wood worth'.split(
    ' ',
  );

/** What follows the town. Nothing, for many. */
const CLUB_ENDINGS: readonly string[] =
  ',,,United,City,Rovers,Athletic,Town,Wanderers,Albion,Sporting,Rangers,Viktoria,Dynamo,Olympia,Real'.split(
    ',',
  );
