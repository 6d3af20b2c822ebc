import type { LiveLog } from './log.ts';
import { createMemoryLive, type MemoryLive } from './memory.ts';

const inProcess = new Map<string, MemoryLive>();

/** The in-process live log of that name. */
export const memoryLive = (url = 'memory:'): MemoryLive => {
  const found = inProcess.get(url) ?? createMemoryLive();
  inProcess.set(url, found);
  return found;
};

/**
 * Opens the log at a Redis address, or an in-process log for `memory:` or `memory:name`. Returns immediately, also when
 * Redis does not respond: see `state()`.
 */
export const openLiveLog = async (url: string, { prefix = 'satrangi:' } = {}): Promise<LiveLog> => {
  if (url.startsWith('memory:')) return memoryLive(url).open();
  const { openRedisLive } = await import('./redis.ts');
  return openRedisLive(url, { prefix });
};
