import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Instant } from './schemas.ts';

export const turnAnswered = defineEvent(
  'concierge.turn-answered.v1',
  'A message of the chat was answered: one message in each direction. Once for each answered request; carries no text.',
  z.object({
    turnId: z.string(),
    talk: z.string().describe('opaque; the same for one conversation in one month'),
    mode: z.enum(['chat', 'suggestions']),
    askedAt: Instant,
    answeredAt: Instant,
    by: z.enum(['model', 'local', 'fixed']),
    tokensIn: z.int().nonnegative(),
    tokensOut: z.int().nonnegative(),
  }),
);
