import { expect, test } from 'vitest';
import { readableId } from './readable-id.ts';

test.each([
  ['da_18_ahri', 'Ahri'],
  ['tft17_bardfollower', 'Bardfollower'],
  ['pra_107_thornback', 'Thornback'],
  ['TFT10_Akali_TrueDamage', 'Akali Truedamage'],
  ['tft6b_zeri', 'Zeri'],
  ['set10_emo', 'Emo'],
  ['da_cinderling18', 'Cinderling'],
  ['tft_item_artifact_lichbane', 'Lichbane'],
  ['tft17_item_drxemblemitem', 'Drx Emblem'],
  ['tft10_item_kdaemblem', 'Kda Emblem'],
  ['da_18_emblemfae', 'Fae Emblem'],
  ['tft5_item_deathbladeradiant', 'Radiant Deathblade'],
  ['da_giantslayer_radiant', 'Radiant Giantslayer'],
  ['pra_item_unheard_12', 'Unheard 12'],
  ['item_44', 'Item 44'],
  ['da_', 'da_'],
  ['', ''],
])('%s reads %s', (id, words) => {
  expect(readableId(id)).toBe(words);
});
