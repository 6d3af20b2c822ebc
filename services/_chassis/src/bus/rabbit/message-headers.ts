import type { Message } from 'amqplib';
import { SIGNATURE_HEADER } from './signature-header.ts';

export const headersOf = (message: Message): Record<string, unknown> =>
  (message.properties.headers ?? {}) as Record<string, unknown>;

/** The properties that a message keeps when it is retried, parked or replayed. */
export const keptProperties = (
  message: Message,
): { messageId?: string; type?: string; correlationId?: string } => {
  const { messageId, type, correlationId } = message.properties as {
    messageId?: unknown;
    type?: unknown;
    correlationId?: unknown;
  };
  return {
    ...(typeof correlationId === 'string' ? { correlationId } : {}),
    ...(typeof messageId === 'string' ? { messageId } : {}),
    ...(typeof type === 'string' ? { type } : {}),
  };
};

/** The header with the correlation id (checklist GTW-22). */
export const CORRELATION_HEADER = 'x-correlation-id';

/** The headers that a message keeps. The signature is never created again: it proves the original publisher. */
export const keptHeaders = (message: Message): Record<string, unknown> => {
  const { [SIGNATURE_HEADER]: signature, [CORRELATION_HEADER]: correlation } = headersOf(message);
  return {
    ...(signature === undefined ? {} : { [SIGNATURE_HEADER]: signature }),
    ...(correlation === undefined ? {} : { [CORRELATION_HEADER]: correlation }),
  };
};
