import { type Caller, enforceRateLimit, type RateLimiter, type ServiceContext } from '@satrangi/chassis';
import {
  CHAT_FOLLOW_UPS,
  type ChatItem,
  type ChatReply,
  CRISIS_PHRASES_KEY,
  chatTexts,
  HELPLINES_KEY,
  turnAnswered,
  type UserId,
} from '@satrangi/contracts';
import { crisisReply, isCrisis } from '../crisis/crisis.rules.ts';
import { readerLanguage } from '../language/reader-language.rules.ts';
import type { Passages } from '../passages/passages.ts';
import { requestsFollowUps } from '../replies/intents.rules.ts';
import { fill, phrasesIn } from '../replies/phrases.ts';
import { type Pick, verifyPicks, withoutOwned } from '../replies/verify-picks.ts';
import type { CatalogClient } from '../shop/catalog-client.ts';
import { type Criteria, criteriaOf } from '../shop/criteria.rules.ts';
import { ownerName, storedConversationId, talkName } from './conversation-ids.rules.ts';
import type { Conversation, ConversationsStore, StoredTurn } from './conversations.store.ts';
import { type Draft, draftOf, type Question, type Reader } from './drafts.ts';

export type ChatLimit = 'messages' | 'suggestions';

type Deps = Only<ServiceContext<unknown>, 'clock' | 'ids' | 'log'> & {
  readonly newEvent: ServiceContext<unknown>['events']['newEvent'];
  readonly secret: string;
  readonly conversations: ConversationsStore;
  readonly limiter: RateLimiter<ChatLimit>;
  readonly catalog: CatalogClient;
  readonly passages: Passages;
  /** True after the account was deleted: what was answered at that moment is erased again. */
  readonly isErased: (userId: UserId) => Promise<boolean>;
  readonly readReader: (caller: Caller | undefined, token: string | null) => Promise<Reader>;
  readonly ownAnswer: (question: Question) => Promise<Draft | undefined>;
  /** Items for a message: by a model when one may be used, else by the service alone. */
  readonly itemsAnswer: (
    question: Question,
    history: readonly StoredTurn[],
    isLocal: boolean,
  ) => Promise<Draft>;
};
type Only<T, K extends keyof T> = { readonly [P in K]: T[P] };

export type MessageRequest = {
  readonly message: string;
  readonly conversationId: string | null;
  readonly isSuggestions: boolean;
  readonly isLocal: boolean;
  readonly caller: Caller | undefined;
  readonly token: string | null;
  readonly address: string;
};

type Talk = { readonly id: string; readonly owner: string | null; readonly known: Conversation | null };

const PAISE = 100;

/** A price limit of the reader applies to items of a model and of the service. */
const keepsLimits = ({ pricePaise }: ChatItem, { maxINR, isFree }: Criteria): boolean =>
  (!isFree || pricePaise === 0) && (maxINR === null || (pricePaise !== null && pricePaise <= maxINR * PAISE));

/** Answers one message of the chat and records it. @throws Refusal too-many-requests */
export const answerMessage = (deps: Deps) => {
  const { clock, ids, conversations, limiter, secret } = deps;

  /** The named conversation, or a new one when it is unknown, expired, erased or of another owner. */
  const openTalk = async ({ conversationId, caller }: MessageRequest): Promise<Talk> => {
    const owner = caller ? ownerName(secret, caller.userId) : null;
    if (conversationId) {
      const known = await conversations.find(storedConversationId(secret, conversationId));
      if (known && (known.owner === null || known.owner === owner))
        return { id: conversationId, owner, known };
    }
    return { id: ids.newId(), owner, known: null };
  };

  const eventOf = (talk: Talk, mode: 'chat' | 'suggestions', askedAt: Date, draft: Draft) => {
    const turnId = ids.newId();
    const answeredAt = clock.now();
    return deps.newEvent(turnAnswered, {
      subject: `turn/${turnId}`,
      data: {
        turnId,
        talk: talkName(secret, talk.id, askedAt),
        mode,
        askedAt: askedAt.toISOString(),
        answeredAt: answeredAt.toISOString(),
        by: draft.by,
        tokensIn: draft.tokensIn,
        tokensOut: draft.tokensOut,
      },
    });
  };

  /** A question about an interest of the reader: never in discreet mode, which is local. */
  const personalQuestions = async (
    { caller, token, isLocal }: MessageRequest,
    about: string,
  ): Promise<string[]> => {
    if (isLocal) return [];
    const { interests } = await deps.readReader(caller, token);
    return interests.slice(0, 1).map((interest) => fill(about, { interest }));
  };

  const suggest = async (talk: Talk, request: MessageRequest, askedAt: Date): Promise<ChatReply> => {
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

  const crisisDraft = async (message: string): Promise<Draft | undefined> => {
    if (!isCrisis(message, await deps.passages.section(CRISIS_PHRASES_KEY))) return undefined;
    const helplines = await deps.passages.section(HELPLINES_KEY);
    return draftOf({ intent: 'crisis', by: 'fixed', text: crisisReply(readerLanguage(message), helplines) });
  };

  const draftFor = async (question: Question, talk: Talk, isLocal: boolean): Promise<Draft> =>
    (await deps.ownAnswer(question)) ?? deps.itemsAnswer(question, talk.known?.turns ?? [], isLocal);

  /** Reads the picks from the catalog; without its answer the reply says so and offers help only. */
  const resolveItems = async (
    draft: Draft,
    question: Question,
  ): Promise<{ draft: Draft; items: ChatItem[] }> => {
    if (draft.picks.length === 0) return { draft, items: [] };
    const phrases = phrasesIn(question.language);
    try {
      const picks = withoutOwned(draft.picks, question.reader.owned);
      const read = await verifyPicks(deps.catalog, picks, question.language);
      if (draft.intent !== 'items') return { draft: { ...draft, picks }, items: read };
      const items = read.filter((item) => keepsLimits(item, question.criteria));
      if (items.length === 0)
        return { draft: { ...draft, picks, intent: 'nothing-found', text: phrases.nothing }, items };
      const isOwned = picks.some(({ id, reason }) => id === items[0]?.id && reason.because === 'owned');
      return { draft: { ...draft, picks, ...(isOwned ? { text: phrases.owned } : {}) }, items };
    } catch (err) {
      deps.log.warn({ err }, 'items of a reply not read');
      return { draft: { ...draft, intent: 'nothing-found', text: phrases.away, picks: [] }, items: [] };
    }
  };

  const storedTurns = (
    request: MessageRequest,
    draft: Draft,
    items: readonly ChatItem[],
    askedAt: Date,
  ): StoredTurn[] => {
    const shown = new Set<string>(items.map(({ id }) => id));
    const picks: readonly Pick[] = draft.picks.filter(({ id }) => shown.has(id));
    return [
      {
        role: 'reader',
        text: request.message,
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
        at: clock.now().toISOString(),
      },
    ];
  };

  return async (request: MessageRequest): Promise<ChatReply> => {
    const askedAt = clock.now();
    const isSuggestions = request.isSuggestions || requestsFollowUps(request.message);
    const limit = isSuggestions ? 'suggestions' : 'messages';
    const wait = await limiter.byAddress.consume(limit, request.address);
    const crisis = isSuggestions ? undefined : await crisisDraft(request.message);
    // a person in danger gets the helplines also beyond the limit; nothing is written then
    if (!crisis) enforceRateLimit(chatTexts.tooMany, wait);
    const talk = await openTalk(request);
    if (isSuggestions) return suggest(talk, request, askedAt);
    const stored = storedConversationId(secret, talk.id);
    if (crisis) {
      if (wait === 0)
        await conversations.count(stored, talk.owner, eventOf(talk, 'chat', askedAt, crisis), clock.now());
      return {
        reply: crisis.text,
        items: [],
        conversationId: talk.id,
        links: [],
        intent: 'crisis',
        by: 'fixed',
      };
    }
    const reader = await deps.readReader(request.caller, request.token);
    const question: Question = {
      message: request.message,
      language: readerLanguage(request.message),
      criteria: criteriaOf(request.message),
      // in discreet mode the screen does not show the taste of a reader
      reader: request.isLocal ? { ...reader, taste: [] } : reader,
    };
    const { draft, items } = await resolveItems(await draftFor(question, talk, request.isLocal), question);
    const turns = storedTurns(request, draft, items, askedAt);
    const event = eventOf(talk, 'chat', askedAt, draft);
    await conversations.append(stored, talk.owner, turns, draft.followUps, event, clock.now());
    if (request.caller && (await deps.isErased(request.caller.userId)))
      await conversations.erase(stored, clock.now());
    const { text: reply, links, intent, by } = draft;
    return { reply, items, conversationId: talk.id, links: [...links], intent, by };
  };
};
