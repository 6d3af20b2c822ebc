import type { Logger, ServiceContext, ServiceStore } from '@satrangi/chassis';
import type { conciergeApi, OutputOf } from '@satrangi/contracts';
import type { ConciergeConfig } from '../config.ts';
import { createBreaker } from '../model/breaker.ts';
import { budgetStore } from '../model/budget.store.ts';
import type { ToolDeps } from '../model/tools.ts';
import { createProvider } from '../providers/openai.ts';
import type { StoredTurn } from './conversations.store.ts';
import type { Draft, Question } from './drafts.ts';
import { modelAnswer } from './model-answer.ts';

type Deps = {
  readonly store: ServiceStore;
  readonly clock: ServiceContext<unknown>['clock'];
  readonly log: Logger;
  readonly config: ConciergeConfig;
  readonly local: (question: Question) => Promise<Draft>;
  readonly isMissing: (message: string) => boolean;
  readonly tools: ToolDeps;
};

const PAISE = 100;

/** Answers with items: by a model when one is configured, else by the service alone. */
export const createItemsAnswer = ({ store, clock, log, config, local, isMissing, tools }: Deps) => {
  const { OPENAI_API_KEY: apiKey, AI_MODEL: model } = config;
  const isOn = config.AI_PROVIDER !== 'local' && apiKey !== undefined;
  const paisePerDay = config.AI_RUPEES_PER_DAY * PAISE;
  const budget = budgetStore(store, paisePerDay);
  const breaker = createBreaker(() => clock.now().getTime());
  const replies = { model: 0, local: 0 };
  const provider = createProvider(
    { apiKey: apiKey ?? '', baseUrl: config.OPENAI_BASE_URL, model, timeoutMs: config.AI_TIMEOUT_MS },
    tools,
  );
  const prompt = modelAnswer({
    provider,
    breaker,
    budget,
    prices: {
      rupeesPerMillionIn: config.AI_RUPEES_PER_MILLION_IN,
      rupeesPerMillionOut: config.AI_RUPEES_PER_MILLION_OUT,
    },
    clock,
    log,
    local,
    isMissing,
    onAnswer: (by) => {
      replies[by] += 1;
    },
  });

  return {
    answer: (question: Question, history: readonly StoredTurn[], isLocal: boolean): Promise<Draft> =>
      prompt(question, history, isLocal || !isOn),
    health: async (): Promise<OutputOf<(typeof conciergeApi)['health']>> => {
      const paiseToday = await budget.spentOn(clock.now());
      const state = breaker.isOpen() ? 'paused' : paiseToday >= paisePerDay ? 'over-budget' : 'ready';
      return {
        provider: isOn ? state : 'off',
        model: isOn ? model : null,
        paiseToday,
        paisePerDay,
        repliesByModel: replies.model,
        repliesByService: replies.local,
      };
    },
  };
};
