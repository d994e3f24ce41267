/** A rank as players say it: `Gold II, 45 LP`. The tiers above Diamond have no divisions, whatever the upstream fills in. */
interface Rank {
  readonly tier: string;
  readonly division: string;
  readonly leaguePoints: number;
}

const WITHOUT_DIVISIONS = new Set(['MASTER', 'GRANDMASTER', 'CHALLENGER']);

export function rankWords({ tier, division, leaguePoints }: Rank): string {
  return `${tierWords(tier, division)}, ${leaguePoints} LP`;
}

/** `GOLD II` as it stands in a list of moves. */
export function standingWords(text: string): string {
  const [tier = '', division = ''] = text.split(' ');
  return tierWords(tier, division);
}

function tierWords(tier: string, division: string): string {
  const name = tier.slice(0, 1) + tier.slice(1).toLowerCase();
  return WITHOUT_DIVISIONS.has(tier) || division === '' ? name : `${name} ${division}`;
}
