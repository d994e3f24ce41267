import type { CommandContext, ExitCode } from './command.ts';
import { createCommandLog } from './command-log.ts';
import { DOCTOR_CHECKS } from './doctor-checks.ts';
import type { Finding } from './finding.ts';
import type { Output } from './output.ts';

export async function doctor({ config, output }: CommandContext): Promise<ExitCode> {
  const log = createCommandLog(config);
  // Told in this order, whichever check is done first.
  const perCheck = await Promise.all(DOCTOR_CHECKS.map((check) => check({ config, log })));
  const findings = perCheck.flat();
  for (const finding of findings) {
    output.say({ event: 'finding', ...finding }, inWords(finding, output));
  }
  const errors = findings.filter((finding) => finding.level === 'error').length;
  const warnings = findings.filter((finding) => finding.level === 'warning').length;
  output.say(
    { event: 'summary', errors, warnings },
    `\n${errors === 0 ? output.style('green', 'Ready to run.') : output.style('red', 'Not ready.')} ${errors} errors, ${warnings} warnings.`,
  );
  return errors === 0 ? 0 : 1;
}

function inWords(finding: Finding, output: Output): string {
  const mark = {
    ok: output.style('green', '✓'),
    warning: output.style('yellow', '!'),
    error: output.style('red', '✗'),
  }[finding.level];
  const hint = finding.hint === null ? '' : `\n      ${output.style('dim', finding.hint)}`;
  return `  ${mark} ${finding.check}: ${finding.message}${hint}`;
}
