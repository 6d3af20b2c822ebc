import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Instant } from './schemas.ts';

export const whatsappReceived = defineEvent(
  'analytics-usage.whatsapp-received.v1',
  'A message arrived at the WhatsApp number of the site. Neither its text nor its sender is kept. Once for each message.',
  z.object({
    messageRef: z.string().describe('opaque; the same for every delivery of this message'),
    at: Instant,
  }),
);
