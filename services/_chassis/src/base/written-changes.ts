import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<Set<string>>();

/** Runs `act` and collects the changes that it writes (decision 0100). */
export const collectChanges = <T>(changes: Set<string>, act: () => T): T => current.run(changes, act);

/** Adds a change to those of the request that is handled now, if there is one. */
export const noteChange = (change: string): void => void current.getStore()?.add(change);
