import type { JoinedMediaType } from '@satrangi/contracts';

export type QuestionIntent = 'greeting' | 'thanks' | 'help' | 'person' | 'order-help' | 'run-info' | 'policy';

/** What every one of the first three items must fulfil, besides the hit. */
export type Limits = {
  readonly maxINR?: number;
  readonly kind?: JoinedMediaType;
  readonly language?: string;
  readonly free?: true;
  /** The item that the reader named: it must not come back as "something like it". */
  readonly not?: string;
};

export type EvaluationQuestion = {
  readonly language: 'en' | 'hi' | 'ta' | 'bn' | 'mr' | 'ur' | 'ml';
  readonly text: string;
} & (
  | { readonly items: readonly string[]; readonly only?: Limits }
  | { readonly intent: QuestionIntent; readonly page?: string }
);

type Language = EvaluationQuestion['language'];

/** Builders of questions of one language: with expected items, or with an expected intent. */
export const forLanguage = (language: Language) => ({
  items: (text: string, items: string, only?: Limits): EvaluationQuestion => ({
    language,
    text,
    items: items.split(' '),
    ...(only ? { only } : {}),
  }),
  intent: (text: string, intent: QuestionIntent, page?: string): EvaluationQuestion => ({
    language,
    text,
    intent,
    ...(page ? { page } : {}),
  }),
});
