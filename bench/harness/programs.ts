/** Programs of a benchmark in processes of their own: one argument as JSON, messages over the IPC channel, end with the channel. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface Program<Ready> {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Its first message. */
  readonly ready: Ready;
  /** Resolves with the next message of the program. */
  next<Message>(): Promise<Message>;
  /** Sends a message and resolves with the next message of the program. */
  ask<Answer>(message: string): Promise<Answer>;
  /** Closes the channel and waits for the exit. */
  stop(): Promise<void>;
}

export async function startProgram<Ready>(file: string, argument: unknown): Promise<Program<Ready>> {
  const child = fork(file, [JSON.stringify(argument)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ready = await nextMessage<Ready>(child);
  return {
    process: child,
    pid: child.pid ?? 0,
    ready,
    next: () => nextMessage(child),
    ask(message) {
      child.send(message);
      return nextMessage(child);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const over = new AbortController();
  const exit = once(child, 'exit', { signal: over.signal }).then(([code]) => {
    throw new Error(`${child.spawnargs[1]} ended (${String(code)}) before it answered`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: over.signal }), exit]);
    return message as Message;
  } finally {
    over.abort();
    exit.catch(() => undefined);
  }
}

/** In the program itself. */
export function programArgument(): unknown {
  return JSON.parse(process.argv[2] ?? '');
}

/** In the program itself: it ends when its parent stops it or dies. */
export function endWithParent(clean: () => void = () => undefined): void {
  process.once('disconnect', () => {
    clean();
    process.exit(0);
  });
}
