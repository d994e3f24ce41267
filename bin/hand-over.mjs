/**
 * Runs a script of the product in the right Node: in this process if it is new enough, otherwise in a child that gets
 * our signals and whose exit code becomes ours. If npm or its shell is killed, the product is stopped as well.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { pathToFileURL } from 'node:url';

export async function handOver(node, script, args) {
  if (node !== process.execPath) return runInChild(node, [script, ...args]);
  // `src/runtime/shutdown.ts` listens for the event; other scripts get the signal.
  watchLaunchers(() => process.emit('disconnect') || process.kill(process.pid, 'SIGTERM'));
  process.argv = [node, script, ...args];
  await import(pathToFileURL(script).href);
}

function runInChild(node, args) {
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const hasTerminal = isatty(2);
  let isStopping = false;
  // A signal to the whole group has reached the child already; it ignores the copy (`src/runtime/shutdown.ts`).
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true;
      child.kill(signal);
    });
  }
  watchLaunchers(() => isStopping || child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`gamekeeper: could not start ${node}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    const exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
    if (hasTerminal && exitCode === 128 + constants.signals.SIGHUP) endByHangUp();
    process.exit(exitCode);
  });
}

/** When its terminal is gone, Node 20 aborts in `process.exit`. The signal itself ends it as well, and means 129 to a shell. */
function endByHangUp() {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
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
