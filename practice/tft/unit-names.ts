/** Every unit that a set can draw from. Invented, so that practice numbers are not mistaken for those of a real game. */
export const UNIT_NAMES: readonly string[] = `
  Thornback Emberjaw Gloomfen Brackwater Cindrel Oxbarrow Pellwyn Quillon Ruskin Sablewing Tarnhoof Umbrel
  Vesperine Wickerly Yarrowby Zephrine Aldermaw Bristlecone Cobblewick Dunmarrow Eddlefin Fennick
  Gritstone Hollowyn Inkspar Juniperl Kelpson Lorrimer Mudwick Nettlesby Ottoway Pumicent Quagmere Ravelin
  Skerrick Tumbleroot Undercroft Vantrice Wrenfield Yewbrand Zinnober Amberlin Bogwright Candlefen
  Driftmarrow Elmshade Flintlocke Goldwhisk Hearthly Ivorlain Jasperoon Knucklebur Larkspear Marrowmint
  Nimbrel Oakenfold Petrichon Quenchal Rootwell Saltmarten Thistledon Umberlight Veldspar Willowmere
  Yonderby Zestrand Applegarth Burdocke Copperfin Dapplemoor Everbrine Foxgather Glimmerick Hazelrook
  Icebarrow Jotterby Kestrelle Loamwick Mothersill Northwend Osierly Pebblemarch Quiverton Roanoaker
`
  .trim()
  .split(/\s+/);

/** What stands on a board without having been bought; static data does not know it. */
export const SUMMON_NAME = 'WanderingWisp';
