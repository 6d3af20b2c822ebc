import type { LiveLog } from './log.ts';
import { createMemoryLive, type MemoryLive } from './memory.ts';

const inProcess = new Map<string, MemoryLive>();

/** The live log behind that name inside this process. */
export const memoryLive = (url = 'memory:'): MemoryLive => {
  const found = inProcess.get(url) ?? createMemoryLive();
  inProcess.set(url, found);
  return found;
};

/**
 * Opens the log at a Redis address, or the one inside this process for `memory:` (`memory:name` for one of its own).
 * Comes back at once even when Redis does not answer: `state()` tells.
 */
export const openLiveLog = async (url: string, { prefix = 'satrangi:' } = {}): Promise<LiveLog> => {
  if (url.startsWith('memory:')) return memoryLive(url).open();
  const { openRedisLive } = await import('./redis.ts');
  return openRedisLive(url, { prefix });
};
