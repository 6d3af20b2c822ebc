import { z } from 'zod';

const Message = z.object({
  id: z.string().min(1).max(300),
  timestamp: z.coerce.number().int().min(0).max(99_999_999_999).optional(),
});
/** The part of a webhook that is read: ids and times. Senders and texts are not. */
const Webhook = z.object({
  entry: z
    .array(
      z.object({
        changes: z
          .array(z.object({ value: z.object({ messages: z.array(Message).default([]) }) }))
          .default([]),
      }),
    )
    .default([]),
});

export type InboundMessage = { readonly id: string; readonly at: Date };

/** The messages of a webhook; null when it is none of WhatsApp. Reports about sent messages hold none. */
export const messagesIn = (body: unknown, now: Date): InboundMessage[] | null => {
  const webhook = Webhook.safeParse(body);
  if (!webhook.success) return null;
  return webhook.data.entry
    .flatMap(({ changes }) => changes.flatMap(({ value }) => value.messages))
    .map(({ id, timestamp }) => ({
      id,
      at: timestamp === undefined ? now : new Date(Math.min(timestamp * 1_000, now.getTime())),
    }));
};
