import { z } from 'zod';
import type { Ledger } from '../ledger.ts';

const Message = z.object({
  /** WhatsApp message id: `wamid.…`. */
  id: z.string(),
  from: z.string(),
  to: z.string(),
  template: z.string(),
  language: z.string(),
  /** Parameters of the template's body, in order. */
  words: z.array(z.string()),
  /** URL suffix of the template's button. */
  button: z.string().nullable(),
  /** ISO 8601, UTC. */
  sentAt: z.string(),
});
export type Message = z.infer<typeof Message>;

export type WhatsappRecords = ReturnType<typeof whatsappRecords>;

/** Accepted messages, in order. */
export const whatsappRecords = (ledger: Ledger) => {
  const messages = ledger.table<Message>('whatsapp.messages', Message);
  return {
    add: (message: Message): void => messages.put(message),
    all: (): Message[] => [...messages.all()],
  };
};
