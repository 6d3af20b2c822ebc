import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Format, MediaId, OrderId, StoredMediaType, UserId } from './schemas.ts';

export const accessGranted = defineEvent(
  'library.access-granted.v1',
  'A reader now owns an item in one format. Once for each new grant, never for a repeat.',
  z.object({
    userId: UserId,
    mediaId: MediaId,
    mediaType: StoredMediaType,
    format: Format,
    completes: OrderId.optional().describe(
      'The paid order whose last item this is: all of it stands in the library now, which payments waits for.',
    ),
  }),
);

export const orderGranted = defineEvent(
  'library.order-granted.v1',
  'Every item of a paid order stands in the buyer’s library, and no new grant could say so: heard again, or owned before. The answer payments waits for; safe to hear again.',
  z.object({ orderId: OrderId, userId: UserId }),
);

export const accessRevoked = defineEvent(
  'library.access-revoked.v1',
  'A reader does not own an item in one format any more: every order it stood on was refunded, or a gift or loan ended. Once for each time it ends.',
  z.object({ userId: UserId, mediaId: MediaId, mediaType: StoredMediaType, format: Format }),
);
