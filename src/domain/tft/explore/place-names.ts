/** How people call the platforms and regions. */
const PLACE_NAMES: ReadonlyMap<string, string> = new Map([
  ['na1', 'North America'],
  ['br1', 'Brazil'],
  ['la1', 'Latin America North'],
  ['la2', 'Latin America South'],
  ['pbe1', 'Public Beta'],
  ['euw1', 'Europe West'],
  ['eun1', 'Europe Nordic & East'],
  ['tr1', 'Türkiye'],
  ['ru', 'Russia'],
  ['me1', 'Middle East'],
  ['kr', 'Korea'],
  ['jp1', 'Japan'],
  ['oc1', 'Oceania'],
  ['sg2', 'Southeast Asia'],
  ['tw2', 'Taiwan'],
  ['vn2', 'Vietnam'],
  ['ph2', 'Philippines'],
  ['th2', 'Thailand'],
  ['americas', 'Americas'],
  ['europe', 'Europe'],
  ['asia', 'Asia'],
  ['sea', 'Asia-Pacific'],
]);
const WITH_ARTICLE: ReadonlySet<string> = new Set(['pbe1', 'me1', 'ph2', 'americas']);

/** Of a platform or a region. What is not known keeps its id, in capitals. */
export function platformLabel(name: string): string {
  return PLACE_NAMES.get(name.toLowerCase()) ?? name.toUpperCase();
}

/** As it stands in a sentence: `the Americas`. */
export function placeInSentence(name: string): string {
  return `${WITH_ARTICLE.has(name.toLowerCase()) ? 'the ' : ''}${platformLabel(name)}`;
}
