import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/**
 * The id of the request, or of the message chain, that is handled now. New events carry it and log lines contain it
 * (checklist GTW-22). Undefined in jobs and in the relay, which work for many requests.
 */
export const correlationId = (): string | undefined => current.getStore();

export const withCorrelation = <T>(id: string, act: () => T): T => current.run(id, act);

/** Runs `act` without a correlation id, for timers and queues that outlive the request. */
export const withoutCorrelation = <T>(act: () => T): T => current.run(undefined, act);
