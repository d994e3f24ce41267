/** Where somebody plays. The place in the list is the number that is stored: a new one goes to the end, and none is ever moved. */
export const LOL_ROLES = ['', 'TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'] as const;

/** Empty: the mode has no lanes, or nobody knows. */
export type LolRole = (typeof LOL_ROLES)[number];

/** What nobody has heard of is no role. */
export function toRole(text: string | null | undefined): LolRole {
  return LOL_ROLES.find((role) => role === text) ?? '';
}

export function roleCode(role: LolRole): number {
  return LOL_ROLES.indexOf(role);
}
