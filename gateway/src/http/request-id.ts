import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const harmless = /^[\w-]{8,64}$/;

/** The id a visitor gave the request when it can do no harm in a log, else a new one (checklist GTW-22). */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && harmless.test(given) ? given : randomUUID();
};
