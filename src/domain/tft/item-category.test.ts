import { expect, test } from 'vitest';
import { itemCategory } from './item-category.ts';

test.each([
  ['TFT_Item_BFSword', 'component'],
  ['DA_Component_FryingPan', 'component'],
  ['DA_Component_Whatever', 'component'],
  ['TFT_Item_InfinityEdge', 'completed'],
  ['TFT_Item_UnstableConcoction', 'completed'],
  ['DA_GiantSlayer', 'completed'],
  ['PRA_Item_Kingcleaver', 'completed'],
  ['TFT10_Item_KDAEmblem', 'emblem'],
  ['TFT17_Item_DRXEmblemItem', 'emblem'],
  ['DA_18_EmblemFae', 'emblem'],
  ['DA_18_EmblemFloraFatalisAugment', 'emblem'],
  ['PRA_101_Item_GroveEmblemItem', 'emblem'],
  ['TFT5_Item_DeathbladeRadiant', 'radiant'],
  ['DA_GiantSlayer_Radiant', 'radiant'],
  ['TFT14_JaxCyberneticItem_Radiant', 'radiant'],
  ['TFT_Item_Artifact_LichBane', 'artifact'],
  ['TFT17_Item_Artifact_AhriArtifact', 'artifact'],
  ['DA_Artifact_Fishbones', 'artifact'],
  ['DA_Item_Artifact_TalismanOfAscension', 'artifact'],
  ['TFT4_Item_OrnnMuramana', 'artifact'],
  ['TFT7_Item_ShimmerscaleMogulsMail', 'artifact'],
  ['TFT_Item_ZekesHerald', 'support'],
  ['TFT_Item_SupportKnightsVow', 'support'],
  ['TFT_Item_RadiantVirtue', 'support'],
  ['TFT_Item_EmptyBag', 'other'],
  ['TFT_Item_TacticiansRing', 'other'],
  ['TFT17_AnimaSquadItem_Tier2_RadiantField', 'other'],
  ['TFT16_Item_Bilgewater_CaptainsBrew', 'other'],
  ['DA_18_Cheese', 'other'],
  ['DA_HealthPotion18', 'other'],
  ['DA_Consumable_Reforger', 'other'],
  ['item_44', 'other'],
  ['', 'other'],
])('%s is %s', (id, category) => {
  expect(itemCategory(id)).toBe(category);
  expect(itemCategory(id.toLowerCase())).toBe(category);
});
