import { setTimeout as sleep } from 'node:timers/promises';

/** Polls a URL until it answers 200. @throws Error with the last response at the timeout */
export const untilReady = async (url: string, withinMs: number): Promise<void> => {
  const last = Date.now() + withinMs;
  let answer = 'no answer';
  for (let pause = 20; Date.now() < last; pause = Math.min(pause * 1.5, 250)) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
      if (response.ok) return void (await response.arrayBuffer());
      answer = (await response.text()).slice(0, 300);
    } catch (error) {
      answer = error instanceof Error ? error.message : String(error);
    }
    await sleep(pause);
  }
  throw new Error(`${url} was not ready after ${withinMs} ms: ${answer}`);
};
