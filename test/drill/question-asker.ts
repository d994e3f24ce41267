/** Asks the explorer a different question all the time. An answer below 500, or 503 with `Retry-After`, is expected; all others are reported. */
import { setTimeout as delay } from 'node:timers/promises';

interface QuestionAsker {
  stop(): Promise<{ readonly wrong: string[]; readonly answers: Readonly<Record<string, number>> }>;
}

const DEADLINE_MS = 20_000;
const EVERY_MS = 50;

export function askQuestions(url: string): QuestionAsker {
  const stopping = new AbortController();
  const answers: Record<string, number> = {};
  const wrong: string[] = [];

  async function ask(number: number): Promise<void> {
    // No two are equal, so none is answered from the cache.
    const address = `${url}/api/tft/explore?min=${1 + (number % 500)}`;
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) });
      answers[response.status] = (answers[response.status] ?? 0) + 1;
      const text = await response.text();
      if (response.status < 500) return;
      if (response.status !== 503) wrong.push(`${address}: ${response.status} ${text.slice(0, 200)}`);
      else if (!response.headers.has('retry-after')) wrong.push(`${address}: 503 without Retry-After`);
    } catch (error) {
      wrong.push(`${address}: ${String(error)}`);
    }
  }

  async function askOn(): Promise<void> {
    for (let number = 0; !stopping.signal.aborted; number++) {
      await ask(number);
      await delay(EVERY_MS);
    }
  }

  const asking = askOn();
  return {
    async stop() {
      stopping.abort();
      await asking;
      return { wrong: wrong.slice(0, 5), answers };
    },
  };
}
