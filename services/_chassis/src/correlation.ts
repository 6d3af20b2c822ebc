import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/**
 * The id of the request, or of the message chain, that is handled now: events made meanwhile carry it on, log lines name
 * it (checklist GTW-22). Undefined in jobs and in the relay, which work for many.
 */
export const correlationId = (): string | undefined => current.getStore();

export const withCorrelation = <T>(id: string, act: () => T): T => current.run(id, act);

/** For what goes on after the one who caused it: timers and queues belong to nobody in particular. */
export const withoutCorrelation = <T>(act: () => T): T => current.run(undefined, act);
