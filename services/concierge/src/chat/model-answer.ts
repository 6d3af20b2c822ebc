import type { Logger, ServiceContext } from '@satrangi/chassis';
import type { Breaker } from '../model/breaker.ts';
import type { BudgetStore } from '../model/budget.store.ts';
import {
  type HistoryMessage,
  type ModelAnswer,
  ModelFailure,
  type PromptModel,
  type Usage,
} from '../model/choice.ts';
import { phrasesIn } from '../replies/phrases.ts';
import { followUpsOf, openingOf } from '../replies/speech-filter.rules.ts';
import type { Pick } from '../replies/verify-picks.ts';
import type { StoredTurn } from './conversations.store.ts';
import { type Draft, draftOf, type Question } from './drafts.ts';

const HISTORY_TURNS = 6;
const MILLION = 1_000_000;
const PAISE = 100;

/** Tokens of one turn at most: four calls with a prompt, results and a choice. */
const TURN_TOKENS_IN = 24_000;
const TURN_TOKENS_OUT = 2_400;

export type Prices = { readonly rupeesPerMillionIn: number; readonly rupeesPerMillionOut: number };

export const paiseOf = (prices: Prices, tokensIn: number, tokensOut: number): number =>
  Math.ceil(
    ((tokensIn * prices.rupeesPerMillionIn + tokensOut * prices.rupeesPerMillionOut) / MILLION) * PAISE,
  );

const ABOUT_ITEMS = new Set(['items', 'nothing-found', 'policy', 'run-info']);

/**
 * The part of the conversation that a provider receives: messages about items and policies. Greetings name the reader and order help
 * counts orders, so neither they nor the questions before them are sent.
 */
export const historyOf = (turns: readonly StoredTurn[]): HistoryMessage[] =>
  turns
    .flatMap((turn, at): HistoryMessage[] => {
      const reply = turn.role === 'assistant' ? turn : turns[at + 1];
      if (!reply?.intent || !ABOUT_ITEMS.has(reply.intent)) return [];
      return [{ role: turn.role === 'assistant' ? 'assistant' : 'user', text: turn.text }];
    })
    .slice(-HISTORY_TURNS);

type Deps = Only<ServiceContext<unknown>, 'clock'> & {
  readonly provider: PromptModel;
  readonly breaker: Breaker;
  readonly budget: BudgetStore;
  readonly prices: Prices;
  readonly log: Logger;
  readonly local: (question: Question) => Promise<Draft>;
  /** True for a message that names a title which is not here: the reply says so. */
  readonly isMissing: (message: string) => boolean;
  readonly onAnswer: (by: 'model' | 'local') => void;
};
type Only<T, K extends keyof T> = { readonly [P in K]: T[P] };

/** The picks that a tool result named; a model's other ids do not exist for the reader. */
const picksOf = ({ choice, named }: ModelAnswer): Pick[] =>
  choice.picks.flatMap(({ id, because, value }): Pick[] => {
    const mediaType = named.get(id);
    return mediaType ? [{ id, mediaType, reason: { because, value } }] : [];
  });

/** Items chosen by a model; by the service when there is none, or when it fails in any way. */
export const modelAnswer = (deps: Deps) => {
  const { provider, breaker, budget, prices, clock, log, local, isMissing, onAnswer } = deps;
  const most = paiseOf(prices, TURN_TOKENS_IN, TURN_TOKENS_OUT);
  /** The whole reservation when a call may have been charged that reported no usage. */
  const spentOf = ({ tokensIn, tokensOut, isWhole }: Usage): number =>
    isWhole ? paiseOf(prices, tokensIn, tokensOut) : Math.max(most, paiseOf(prices, tokensIn, tokensOut));

  const prompt = async (question: Question, history: readonly StoredTurn[]): Promise<Draft | undefined> => {
    const now = clock.now();
    if (breaker.isOpen() || !(await budget.reserve(most, now))) return undefined;
    let spent = most;
    try {
      const { interests, mayShareInterests } = question.reader;
      const answer = await provider(question.message, historyOf(history), mayShareInterests ? interests : []);
      spent = spentOf(answer.usage);
      breaker.record(true);
      const picks = picksOf(answer);
      if (picks.length === 0) return undefined;
      const { opening, followUps } = answer.choice;
      const phrases = phrasesIn(question.language);
      return draftOf({
        intent: 'items',
        by: 'model',
        text: isMissing(question.message)
          ? phrases.missing
          : openingOf(opening, question.language, phrases.found),
        picks,
        followUps: followUpsOf(followUps, question.language),
        tokensIn: answer.usage.tokensIn,
        tokensOut: answer.usage.tokensOut,
      });
    } catch (err) {
      breaker.record(false);
      if (err instanceof ModelFailure) spent = spentOf(err.usage);
      log.warn({ err }, 'model answer failed');
      return undefined;
    } finally {
      await budget.settle(most, spent, now);
    }
  };

  return async (question: Question, history: readonly StoredTurn[], isLocal: boolean): Promise<Draft> => {
    const chosen = isLocal ? undefined : await prompt(question, history);
    onAnswer(chosen ? 'model' : 'local');
    return chosen ?? local(question);
  };
};
