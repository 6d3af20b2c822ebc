import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Format, MediaId, OrderId, StoredMediaType, UserId } from './schemas.ts';

export const accessGranted = defineEvent(
  'library.access-granted.v1',
  'A reader was granted an item in one format. Published once for each new grant, never for a repeat.',
  z.object({
    userId: UserId,
    mediaId: MediaId,
    mediaType: StoredMediaType,
    format: Format,
    completes: OrderId.optional().describe(
      'The paid order that this grant completes: all its items are granted. Payments marks it fulfilled.',
    ),
  }),
);

export const orderGranted = defineEvent(
  'library.order-granted.v1',
  'Every item of a paid order is granted, and not all grants were new, so that none carried `completes`: the payment event was a repeat, or an item was owned before. Payments marks the order fulfilled; idempotent. `isErased`: the account is deleted and nothing is granted, so that a gift code is valid again.',
  z.object({ orderId: OrderId, userId: UserId, isErased: z.literal(true).optional() }),
);

export const accessRevoked = defineEvent(
  'library.access-revoked.v1',
  'A reader lost an item in one format: every order for it was refunded, or a gift or loan ended. Published once for each revocation.',
  z.object({ userId: UserId, mediaId: MediaId, mediaType: StoredMediaType, format: Format }),
);
