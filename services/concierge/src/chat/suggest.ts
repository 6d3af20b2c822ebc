import { CHAT_FOLLOW_UPS, type ChatReply } from '@satrangi/contracts';
import { readerLanguage } from '../language/reader-language.rules.ts';
import { fill, phrasesIn } from '../replies/phrases.ts';
import type { Deps, MessageRequest, Talk } from './chat.deps.ts';
import { storedConversationId } from './conversation-ids.rules.ts';
import { draftOf } from './drafts.ts';
import { turnEvent } from './turn-event.ts';

/** Suggests questions to continue a conversation. Stores nothing but the event. */
export const suggestQuestions = (deps: Deps) => {
  const { clock, conversations, secret } = deps;
  const eventOf = turnEvent(deps);

  /** A question about an interest of the reader: never in discreet mode, which is local. */
  const personalQuestions = async (
    { caller, token, isLocal }: MessageRequest,
    about: string,
  ): Promise<string[]> => {
    if (isLocal) return [];
    const { interests } = await deps.readReader(caller, token);
    return interests.slice(0, 1).map((interest) => fill(about, { interest }));
  };

  return async (talk: Talk, request: MessageRequest, askedAt: Date): Promise<ChatReply> => {
    const lastPrompt = talk.known?.turns.findLast(({ role }) => role === 'reader')?.text;
    const { followUps, moreAbout } = phrasesIn(readerLanguage(lastPrompt ?? ''));
    const kept = talk.known?.followUps ?? [];
    const personal = await personalQuestions(request, moreAbout);
    const lines = [...new Set([...personal, ...kept, ...followUps])].filter((line) => line !== lastPrompt);
    const draft = draftOf({ intent: 'help', text: lines.slice(0, CHAT_FOLLOW_UPS).join('\n') });
    const stored = storedConversationId(secret, talk.id);
    await conversations.count(stored, talk.owner, eventOf(talk, 'suggestions', askedAt, draft), clock.now());
    return { reply: draft.text, items: [], conversationId: talk.id, links: [], intent: 'help', by: 'local' };
  };
};
