import { enforceRateLimit } from '@satrangi/chassis';
import {
  type ChatItem,
  type ChatReply,
  CRISIS_PHRASES_KEY,
  chatTexts,
  HELPLINES_KEY,
} from '@satrangi/contracts';
import { crisisReply, isCrisis } from '../crisis/crisis.rules.ts';
import { readerLanguage } from '../language/reader-language.rules.ts';
import { requestsFollowUps } from '../replies/intents.rules.ts';
import type { Pick } from '../replies/verify-picks.ts';
import { criteriaOf } from '../shop/criteria.rules.ts';
import type { Deps, MessageRequest, Talk } from './chat.deps.ts';
import { ownerName, storedConversationId } from './conversation-ids.rules.ts';
import type { StoredTurn } from './conversations.store.ts';
import { type Draft, draftOf, type Question } from './drafts.ts';
import { resolveItems } from './resolve-items.ts';
import { suggestQuestions } from './suggest.ts';
import { turnEvent } from './turn-event.ts';

type AnsweredMessage = {
  message: string;
  draft: Draft;
  items: readonly ChatItem[];
  askedAt: Date;
  answeredAt: Date;
};

/** A message and its reply, as they are stored: of items that were shown only ids and reasons. */
const storedTurns = ({ message, draft, items, askedAt, answeredAt }: AnsweredMessage): StoredTurn[] => {
  const shown = new Set<string>(items.map(({ id }) => id));
  const picks: readonly Pick[] = draft.picks.filter(({ id }) => shown.has(id));
  return [
    {
      role: 'reader',
      text: message,
      picks: [],
      links: [],
      intent: null,
      by: null,
      at: askedAt.toISOString(),
    },
    {
      role: 'assistant',
      text: draft.text,
      picks,
      links: draft.links,
      intent: draft.intent,
      by: draft.by,
      at: answeredAt.toISOString(),
    },
  ];
};

/** The named conversation, or a new one when it is unknown, expired, erased or of another owner. */
const openTalk = async (
  { conversations, ids, secret }: Deps,
  { conversationId, caller }: MessageRequest,
): Promise<Talk> => {
  const owner = caller ? ownerName(secret, caller.userId) : null;
  if (conversationId) {
    const known = await conversations.find(storedConversationId(secret, conversationId));
    if (known && (known.owner === null || known.owner === owner)) return { id: conversationId, owner, known };
  }
  return { id: ids.newId(), owner, known: null };
};

/** Answers a question with items of the shop, links and texts, and stores both. */
const answerQuestion = (deps: Deps) => {
  const { clock, conversations, secret } = deps;
  const eventOf = turnEvent(deps);
  const resolve = resolveItems(deps);

  const draftFor = async (question: Question, talk: Talk, isLocal: boolean): Promise<Draft> =>
    (await deps.ownAnswer(question)) ?? deps.itemsAnswer(question, talk.known?.turns ?? [], isLocal);

  return async (talk: Talk, request: MessageRequest, askedAt: Date): Promise<ChatReply> => {
    const stored = storedConversationId(secret, talk.id);
    const reader = await deps.readReader(request.caller, request.token);
    const question: Question = {
      message: request.message,
      language: readerLanguage(request.message),
      criteria: criteriaOf(request.message),
      // in discreet mode the screen does not show the taste of a reader
      reader: request.isLocal ? { ...reader, taste: [] } : reader,
    };
    const { draft, items } = await resolve(await draftFor(question, talk, request.isLocal), question);
    const { message } = request;
    const turns = storedTurns({ message, draft, items, askedAt, answeredAt: clock.now() });
    const { followUps } = draft;
    const event = eventOf(talk, 'chat', askedAt, draft);
    await conversations.append(stored, { owner: talk.owner, turns, followUps, event, now: clock.now() });
    if (request.caller && (await deps.isErased(request.caller.userId)))
      await conversations.erase(stored, clock.now());
    const { text: reply, links, intent, by } = draft;
    return { reply, items, conversationId: talk.id, links: [...links], intent, by };
  };
};

/** Answers one message of the chat and records it. @throws Refusal too-many-requests */
export const answerMessage = (deps: Deps) => {
  const { clock, conversations, limiter, secret } = deps;
  const eventOf = turnEvent(deps);
  const suggest = suggestQuestions(deps);
  const answer = answerQuestion(deps);

  const crisisDraft = async (message: string): Promise<Draft | undefined> => {
    if (!isCrisis(message, await deps.passages.section(CRISIS_PHRASES_KEY))) return undefined;
    const helplines = await deps.passages.section(HELPLINES_KEY);
    return draftOf({ intent: 'crisis', by: 'fixed', text: crisisReply(readerLanguage(message), helplines) });
  };

  return async (request: MessageRequest): Promise<ChatReply> => {
    const askedAt = clock.now();
    const isSuggestions = request.isSuggestions || requestsFollowUps(request.message);
    const limit = isSuggestions ? 'suggestions' : 'messages';
    const wait = await limiter.byAddress.consume(limit, request.address);
    const crisis = isSuggestions ? undefined : await crisisDraft(request.message);
    // a person in danger gets the helplines also beyond the limit; nothing is written then
    if (!crisis) enforceRateLimit(chatTexts.tooMany, wait);
    const talk = await openTalk(deps, request);
    if (isSuggestions) return suggest(talk, request, askedAt);
    if (!crisis) return answer(talk, request, askedAt);
    if (wait === 0) {
      const stored = storedConversationId(secret, talk.id);
      await conversations.count(stored, talk.owner, eventOf(talk, 'chat', askedAt, crisis), clock.now());
    }
    return {
      reply: crisis.text,
      items: [],
      conversationId: talk.id,
      links: [],
      intent: 'crisis',
      by: 'fixed',
    };
  };
};
