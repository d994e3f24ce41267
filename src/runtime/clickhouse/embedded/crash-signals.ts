/**
 * Makes a crash of the engine end its process. When the engine opens, it installs handlers for SIGSEGV, SIGABRT and their
 * like which wait for a listener that the embedded engine does not have: the process then neither works nor ends,
 * and nobody would restart it.
 * Adding and removing a listener puts the system's default action back: libuv restores it with the last listener.
 */
const CRASHES = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'] as const;

export function letCrashesEndTheProcess(): void {
  for (const signal of CRASHES) {
    process.on(signal, noop);
    process.off(signal, noop);
  }
}

function noop(): void {
  // Never runs: it is removed in the same breath.
}
