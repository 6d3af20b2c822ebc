import { z } from 'zod';
import type { Ledger } from '../ledger.ts';

const Message = z.object({
  /** As WhatsApp names it: `wamid.…`. */
  id: z.string(),
  from: z.string(),
  to: z.string(),
  template: z.string(),
  language: z.string(),
  /** What stands in the places of the template's text, in their order. */
  words: z.array(z.string()),
  /** What is put behind the address of the template's button. */
  button: z.string().nullable(),
  /** ISO 8601, UTC. */
  sentAt: z.string(),
});
export type Message = z.infer<typeof Message>;

export type WhatsappRecords = ReturnType<typeof whatsappRecords>;

/** Every message that was taken, in the order of taking. */
export const whatsappRecords = (ledger: Ledger) => {
  const messages = ledger.table<Message>('whatsapp.messages', Message);
  return {
    add: (message: Message): void => messages.put(message),
    all: (): Message[] => [...messages.all()],
  };
};
