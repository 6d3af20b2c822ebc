/** Sentences and limits of the chat, for service and page. */
export const chatTexts = {
  empty: 'Please write a message.',
  tooLong: 'A message can have at most 2,000 characters.',
  tooMany: 'Too many messages. Please wait a moment.',
  noReply: 'Sorry, I could not get a reply right now.',
  networkError: 'Network error while calling concierge.',
} as const;

/** Characters of a message (checklist CON-13). */
export const CHAT_MESSAGE_MAX = 2_000;
/** Items of one reply (checklist CON-08). */
export const CHAT_ITEMS_MAX = 6;
/** Follow-up questions of one reply (checklist CON-02, WEB-94). */
export const CHAT_FOLLOW_UPS = 3;
/** Messages and replies that a conversation keeps: 20 turns of two (checklist CON-11). */
export const CHAT_TURNS_KEPT = 40;
/** Days after the last message until a conversation is deleted (checklist CON-11). */
export const CHAT_DAYS_KEPT = 30;

/** Questions that an empty chat offers. */
export const defaultQuestions = [
  'Something short to read tonight',
  'What is free to read?',
  'How does the run work?',
] as const;
