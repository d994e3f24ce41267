/**
 * What the names of invented footballers and referees are made of. Some have accents, strokes and apostrophes, because names do and
 * searches stumble over them. No list is of real people: family names are put together from parts.
 */
export const INITIALS = 'A B C D E F G H I J K L M N O P R S T V W Y Z'.split(' ');

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

export const FAMILY_NAMES = {
  plain: { beginnings: PLAIN_BEGINNINGS, endings: PLAIN_ENDINGS },
  accented: { beginnings: ACCENTED_BEGINNINGS, endings: ACCENTED_ENDINGS },
} as const;

/** In front of a family name, for a few. */
export const PARTICLES = ['van der', 'de', "O'", 'El', 'da', 'von'] as const;

/** Who post on the clip site. */
export const AUTHOR_BEGINNINGS =
  'late far_post own_half third_man offside corner_flag stoppage back_heel long_ball dugout terrace half_time extra_man nutmeg throw_in top_bins near_post'.split(
    ' ',
  );
export const AUTHOR_ENDINGS =
  'winner replays daily tv clips fan goals media archive desk eleven watch live hub'.split(' ');
