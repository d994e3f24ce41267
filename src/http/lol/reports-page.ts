/**
 * A weekly report as one page that needs nothing else: it can be saved, sent and printed. Names come from outside, so every text goes
 * through `escape`; there is no script in it. Every share stands with its number of games and its 95 % interval.
 */
import type { LolReport, LolStoredReport } from '#/contract/lol-reports.ts';
import { ladderName } from '#/domain/lol/history/queue-names.ts';
import { PAGE_STYLE } from './reports-page-style.ts';

type Figures = LolReport['figures'];
type Totals = Figures['totals'];
type Rate = Totals['winRate'];
type Ladder = LolReport['ranks'][number];

export function toReportPage({ report, madeAt, isPractice }: LolStoredReport): string {
  const { subject, week, figures } = report;
  const title = `${subject.name}: ${week.from} to ${week.until}`;
  const sections = [
    summary(report),
    section(
      'Days',
      bars(figures.days.map(({ day, games, wins }) => ({ label: weekdayText(day), games, wins }))),
    ),
    section('Hours', hours(figures)),
    section('Champions', champions(figures)),
    section('Streaks and sessions', streaks(figures, week.timeZone)),
    subject.kind === 'player' ? section('League points', ladders(report.ranks)) : '',
    report.groups.length > 0 ? section('Beside the group', groups(report)) : '',
    subject.kind === 'group' ? section('Members', members(report)) : '',
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${PAGE_STYLE}</style></head><body><main>
<header><p>Weekly report</p><h1>${escape(subject.name)}</h1>
<p>${escape(week.from)} to ${escape(week.until)}, ${escape(week.timeZone)}</p></header>
${sections.filter((text) => text !== '').join('\n')}
<footer>${footer(report, madeAt, isPractice)}</footer></main></body></html>
`;
}

function summary({ figures, before }: LolReport): string {
  const { totals } = figures;
  const change = totals.games - before.totals.games;
  return `<section class="tiles">
${tile('Games', String(totals.games), `${signed(change)} to the week before`)}
${tile('Wins', String(totals.wins), `${totals.games - totals.wins} lost${totals.remakes > 0 ? `, ${totals.remakes} remade` : ''}`)}
${tile('Win rate', rate(totals.winRate), before.difference === null ? 'nothing to compare with' : `${points(before.difference)} to the week before`)}
${tile('Time in games', duration(totals.seconds), `${totals.kills} / ${totals.deaths} / ${totals.assists}`)}
</section>`;
}

function hours({ hours, bestHours, worstHours }: Figures): string {
  const named = (list: Figures['hours']): string =>
    list.length === 0
      ? 'none stands out'
      : list.map(({ hour, games, wins }) => `${clock(hour)} (${wins} of ${games})`).join(', ');
  return `${bars(hours.map(({ hour, games, wins }) => ({ label: clock(hour), games, wins })))}
<p><b>Won most often:</b> ${named(bestHours)}.<br><b>Won least often:</b> ${named(worstHours)}.</p>
<p class="quiet">A week holds few games of an hour: such differences are often chance.</p>`;
}

function bars(
  rows: readonly { readonly label: string; readonly games: number; readonly wins: number }[],
): string {
  const most = Math.max(1, ...rows.map(({ games }) => games));
  const cells = rows.map(({ label, games, wins }) => {
    const [won, lost] = [wins, games - wins].map((count) => ((count / most) * 100).toFixed(1));
    const words = games === 0 ? 'no games' : `${wins} of ${games} won`;
    return `<tr><th scope="row">${escape(label)}</th><td class="bar"><i class="won" style="width:${won}%"></i><i class="lost" style="width:${lost}%"></i></td><td>${words}</td></tr>`;
  });
  return `<table class="bars"><tbody>${cells.join('')}</tbody></table>`;
}

function champions({ champions }: Figures): string {
  if (champions.length === 0) return '<p>No games.</p>';
  return table(
    ['Champion', 'Games', 'Wins', 'Win rate', 'Kills / deaths / assists'],
    champions
      .slice(0, 15)
      .map(({ name, games, wins, winRate, kills, deaths, assists }) => [
        escape(name),
        String(games),
        String(wins),
        rate(winRate),
        `${kills} / ${deaths} / ${assists}`,
      ]),
  );
}

function streaks({ streaks, longestSession }: Figures, timeZone: string): string {
  const rows = [
    `<li>Most wins in a row: ${streaks.wins}</li>`,
    `<li>Most losses in a row: ${streaks.losses}</li>`,
  ];
  if (longestSession !== null) {
    const { who, startedAt, endedAt, games, wins } = longestSession;
    const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000;
    const whose = who === null ? '' : ` of ${escape(who)}`;
    rows.push(
      `<li>Longest session${whose}: ${duration(seconds)} from ${moment(startedAt, timeZone)}, ${wins} of ${games} won</li>`,
    );
  }
  return `<ul>${rows.join('')}</ul>`;
}

function ladders(ranks: readonly Ladder[]): string {
  if (ranks.length === 0) return '<p>No rank was seen.</p>';
  return table(
    ['Queue', 'From', 'To', 'Change', 'Moves'],
    ranks.map(({ queue, from, to, change, isFromWithin, moves }) => [
      escape(ladderName(queue)),
      `${standing(from)}${isFromWithin ? ' (first seen in this week)' : ''}`,
      standing(to),
      change === null ? 'unknown' : `${signed(change)} LP`,
      moves.map(({ kind, to: reached }) => `${kind} to ${escape(reached)}`).join(', ') || 'none',
    ]),
  );
}

function groups({ groups, figures }: LolReport): string {
  return table(
    [
      'Group',
      'Others who played',
      'Games each',
      'Their win rate',
      'Difference',
      'Place by games',
      'Place by win rate',
    ],
    groups.map((group) => [
      escape(group.name),
      String(group.others),
      group.gamesEach === null ? '–' : `${group.gamesEach.toFixed(1)} (here ${figures.totals.games})`,
      rate(group.winRate),
      group.difference === null ? '–' : points(group.difference),
      String(group.placeByGames),
      group.placeByWinRate === null ? '–' : String(group.placeByWinRate),
    ]),
  );
}

function members({ members, together }: LolReport): string {
  const rows = members.map(({ name, totals, before, streaks, ranks, mostPlayed }) => [
    escape(name),
    `${totals.games} (${signed(totals.games - before.games)})`,
    String(totals.wins),
    rate(totals.winRate),
    ranks
      .map(({ queue, change }) => `${escape(ladderName(queue))} ${change === null ? '?' : signed(change)}`)
      .join('<br>') || '–',
    `${streaks.wins} / ${streaks.losses}`,
    mostPlayed === null ? '–' : `${escape(mostPlayed.name)} (${mostPlayed.wins} of ${mostPlayed.games})`,
  ]);
  const head = [
    'Player',
    'Games',
    'Wins',
    'Win rate',
    'League points',
    'Wins / losses in a row',
    'Most played',
  ];
  const shared =
    together === null ? '' : `<p>Games together: ${together.games}, of which ${together.wins} were won.</p>`;
  return `${table(head, rows)}${shared}`;
}

function footer({ completeness }: LolReport, madeAt: string, isPractice: boolean): string {
  const { wanted, unfetchable } = completeness;
  const missing =
    wanted + unfetchable === 0
      ? ''
      : `<p>Not counted: ${wanted} games that are still to be fetched, ${unfetchable} that cannot be had.</p>`;
  const invented = isPractice ? '<p>Invented players and games of the practice world.</p>' : '';
  return `${missing}${invented}<p>Made ${escape(madeAt)}. Shares with their 95 % interval; remakes and games against the computer are left out.</p>
<p>Gamekeeper is not endorsed by Riot Games and does not reflect the views or opinions of Riot Games or of anyone officially involved in producing or managing its properties. Riot Games and all associated properties are trademarks or registered trademarks of Riot Games, Inc.</p>`;
}

/** The cells are markup already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const header = head.map((text) => `<th scope="col">${escape(text)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<div class="wide"><table><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function section(title: string, content: string): string {
  return `<section><h2>${escape(title)}</h2>${content}</section>`;
}

function tile(label: string, value: string, more: string): string {
  return `<div><p>${escape(label)}</p><b>${value}</b><p class="quiet">${more}</p></div>`;
}

function rate(winRate: Rate): string {
  if (winRate === null) return '–';
  const [low, high] = [winRate.low, winRate.high].map((share) => (share * 100).toFixed(0));
  return `${(winRate.value * 100).toFixed(1)} % <small>(${low}–${high})</small>`;
}

function points({ value, low, high }: NonNullable<Rate>): string {
  const [middle, from, to] = [value, low, high].map((share) => signed(Number((share * 100).toFixed(1))));
  return `${middle} points <small>(${from} to ${to})</small>`;
}

function signed(value: number): string {
  if (value === 0) return '±0';
  return value > 0 ? `+${value}` : `−${-value}`;
}

function standing({ tier, division, leaguePoints }: Ladder['from']): string {
  return escape(`${tier} ${division} ${leaguePoints} LP`);
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function weekdayText(day: string): string {
  const name = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return `${name} ${day}`;
}

function moment(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return escape(format.format(new Date(at)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
