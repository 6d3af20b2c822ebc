import { createHmac } from 'node:crypto';
import { kolkataMonth, type UserId } from '@satrangi/contracts';

const keyed = (secret: string, purpose: string, value: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${value}`).digest('base64url').slice(0, 32);

/** The stored id of a conversation: who reads the store can not open a conversation with it. */
export const storedConversationId = (secret: string, conversationId: string): string =>
  keyed(secret, 'conversation', conversationId);

/** The stored name of a signed-in owner. */
export const ownerName = (secret: string, userId: UserId): string => keyed(secret, 'owner', userId);

/** Names a conversation within one month, for usage figures: it can not be followed into the next. */
export const talkName = (secret: string, conversationId: string, at: Date): string =>
  keyed(secret, `talk ${kolkataMonth(at)}`, conversationId).slice(0, 22);
