/**
 * Runs a script of the product in the right Node: in this process if it is new enough, else in a child that gets our
 * signals and gives back its exit code. If whoever launched us is killed, the product is asked to stop; it must not run
 * on unseen.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export async function handOver(node, script, args) {
  if (node !== process.execPath) return runInChild(node, [script, ...args]);
  watchLaunchers(() => process.kill(process.pid, 'SIGTERM'));
  process.argv = [node, script, ...args];
  await import(pathToFileURL(script).href);
}

function runInChild(node, args) {
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // On a terminal Ctrl-C reaches the child by itself; a second copy would mean "at once, please".
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  watchLaunchers(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`gamekeeper: could not start ${node}: ${error.message}\n`);
    process.exit(1);
  });
  // A process that was killed has no exit code; 128 says that a signal ended it.
  child.on('exit', (code, signal) => process.exit(signal ? 128 : (code ?? 1)));
}

/** npm starts a shell that starts us. `kill` of either leaves us without a word; only our ancestors' numbers change. */
function watchLaunchers(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const before = launchers();
  const timer = setInterval(() => {
    if (launchers() === before) return;
    clearInterval(timer);
    onGone();
  }, 1_000);
  timer.unref();
}

function launchers() {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined; // No /proc on this system: the direct parent has to do.
  }
}
