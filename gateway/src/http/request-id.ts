import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const safeId = /^[\w-]{8,64}$/;

/** The client's `x-request-id` when it is safe to log, else a new id (checklist GTW-22). */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && safeId.test(given) ? given : randomUUID();
};
