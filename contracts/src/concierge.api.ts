import { z } from 'zod';
import { CHAT_ITEMS_MAX, CHAT_MESSAGE_MAX, chatTexts } from './concierge-texts.ts';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { CoverArt, Instant, JoinedMediaType, MediaId } from './schemas.ts';

/** Random, 128 bits. An id that is not valid is treated as unknown: a new conversation begins. */
const ConversationId = z.string().max(200);

/** An item of a reply, read from the catalog when the reply was made (checklist CON-08, CON-10). */
export const ChatItem = z.object({
  id: MediaId,
  mediaType: JoinedMediaType,
  title: z.string(),
  creator: z.string(),
  language: z.string().describe('BCP 47, of the work'),
  pricePaise: z
    .int()
    .nonnegative()
    .nullable()
    .describe('minor units of rupees; 0 is free, null is not for sale'),
  url: z.string().describe('path of its page'),
  thumbnailUrl: z.string().nullable(),
  cover: CoverArt.nullable().describe('recipe of the drawing where there is no picture'),
  reason: z.string().describe('why it was chosen: a fact of the item (checklist CON-20)'),
});
export type ChatItem = z.infer<typeof ChatItem>;

export const ChatLink = z.object({ label: z.string(), url: z.string() });
export type ChatLink = z.infer<typeof ChatLink>;

export const chatIntents = [
  'items',
  'nothing-found',
  'greeting',
  'thanks',
  'help',
  'person',
  'order-help',
  'my-library',
  'run-info',
  'policy',
  'crisis',
] as const;
export const ChatIntent = z.enum(chatIntents);
export type ChatIntent = z.infer<typeof ChatIntent>;

/** Who made a reply: a model chose, the service alone, or the sentence is always the same. */
export const AnsweredBy = z.enum(['model', 'local', 'fixed']);
export type AnsweredBy = z.infer<typeof AnsweredBy>;

export const ChatReply = z.object({
  reply: z.string(),
  items: z.array(ChatItem).max(CHAT_ITEMS_MAX),
  conversationId: z.string(),
  links: z.array(ChatLink),
  intent: ChatIntent,
  by: AnsweredBy,
});
export type ChatReply = z.infer<typeof ChatReply>;

export const ChatTurn = z.object({
  role: z.enum(['reader', 'assistant']),
  text: z.string(),
  items: z.array(ChatItem),
  links: z.array(ChatLink),
  by: AnsweredBy.nullable(),
  at: Instant,
});
export type ChatTurn = z.infer<typeof ChatTurn>;

const byConversation = z.object({ conversationId: ConversationId });

export const conciergeApi = defineApi({
  ...holdingsApi('concierge'),
  chat: {
    method: 'POST',
    path: '/ai/concierge',
    access: 'public',
    personal: true,
    rate: 'chat',
    answerMs: 20_000,
    bodyLimit: 32_768,
    summary:
      'Answers a message with items of the catalog, passages of policies or help; an unknown, foreign or expired conversationId begins a new conversation. Mode `suggestions` answers three follow-up questions, one per line, and stores nothing (checklist CON-01, CON-02, CON-11, CON-12)',
    body: z.object({
      message: z
        .string(chatTexts.empty)
        .trim()
        .min(1, chatTexts.empty)
        .max(CHAT_MESSAGE_MAX, chatTexts.tooLong),
      conversationId: ConversationId.nullish(),
      mode: z.enum(['chat', 'suggestions']).default('chat'),
      local: z
        .boolean()
        .default(false)
        .describe('true: answer without sending anything to a model provider (checklist BEY-09)'),
    }),
    response: ChatReply,
    problems: ['validation-failed', 'too-many-requests'],
  },
  getConversation: {
    method: 'GET',
    path: '/ai/concierge/:conversationId',
    access: 'public',
    personal: true,
    summary:
      'The stored messages of a conversation, items as the catalog has them now; 404 when unknown, foreign, expired or forgotten',
    params: byConversation,
    response: z.object({ conversationId: z.string(), turns: z.array(ChatTurn) }),
    problems: ['not-found'],
  },
  deleteConversation: {
    method: 'DELETE',
    path: '/ai/concierge/:conversationId',
    access: 'public',
    personal: true,
    summary:
      'Deletes what a conversation stores, at once; the same answer for an unknown id (checklist CON-19)',
    params: byConversation,
    response: z.object({ ok: z.literal(true) }),
  },
  exportMine: {
    method: 'GET',
    path: '/ai/export',
    access: 'user',
    summary: 'Every stored conversation of the caller',
    response: z.object({
      conversations: z.array(
        z.object({ turns: z.array(z.object({ role: z.string(), text: z.string(), at: Instant })) }),
      ),
    }),
  },
  health: {
    method: 'GET',
    path: '/admin/concierge/health',
    access: 'admin',
    summary: 'State of the model provider, what was spent today, and how many replies were made without it',
    response: z.object({
      provider: z.enum(['off', 'ready', 'paused', 'over-budget']),
      model: z.string().nullable(),
      paiseToday: z.number(),
      paisePerDay: z.number(),
      repliesByModel: z.int().describe('since the start of this process'),
      repliesByService: z.int(),
    }),
  },
});
