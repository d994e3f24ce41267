/**
 * Words for an id that no static data knows: `da_18_ahri` is "Ahri", `tft17_item_drxemblemitem` "Drx Emblem". Ids are in lower case
 * by now, so words that were joined stay joined ("Bardfollower"). Nothing is looked up, and nothing is promised.
 */
const PREFIXES = /^(?:tfttutorial|tftevent|tft|set|da|pra)\d*[a-z]?_(?:\d+_)?/;
const KINDS = /^(?:item|component|artifact|consumable|npc|trait)_(?=.*[a-z])/;

export function readableId(id: string): string {
  let rest = id.toLowerCase().replace(PREFIXES, '');
  for (let shorter = rest.replace(KINDS, ''); shorter !== rest; shorter = rest.replace(KINDS, ''))
    rest = shorter;
  // Set 18 marks some ids with its number at their end.
  if (/^da_/i.test(id)) rest = rest.replace(/(?<=[a-z])\d{2}$/, '');
  const emblem = /^emblem_?(.+)$/.exec(rest)?.[1] ?? /^(.+?)_?emblem(?:_?item)?$/.exec(rest)?.[1];
  const radiant = /^(.+?)_?radiant$/.exec(rest)?.[1];
  if (emblem !== undefined) return `${capitalised(emblem)} Emblem`;
  if (radiant !== undefined) return `Radiant ${capitalised(radiant)}`;
  return capitalised(rest) || id;
}

function capitalised(text: string): string {
  return text
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
