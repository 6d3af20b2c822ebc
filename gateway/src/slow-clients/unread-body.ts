import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '../http/request-body.ts';
import { enforceMinimumRate } from './minimum-transfer-rate.ts';

/** The rest of a refused body is read at this rate, so that the sender receives the response. */
const UNREAD_BODY_RATE = { bytesPerSecond: 32_000, windowMs: 5_000 };

/** Closes the connection of a request that was answered before its body arrived, unless the rest arrives quickly. */
export const limitUnreadBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    enforceMinimumRate(
      request,
      UNREAD_BODY_RATE,
      () => false,
      () => request.socket.destroy(),
    );
  });
};
