import type { AnsweredBy, ChatIntent, ChatLink } from '@satrangi/contracts';
import type { ReplyLanguage } from '../language/reader-language.rules.ts';
import type { Pick } from '../replies/verify-picks.ts';
import type { Criteria } from '../shop/criteria.rules.ts';

/** What a reply is made of, before its items are read from the catalog. */
export type Draft = {
  readonly intent: ChatIntent;
  readonly text: string;
  readonly picks: readonly Pick[];
  readonly links: readonly ChatLink[];
  readonly followUps: readonly string[];
  readonly by: AnsweredBy;
  readonly tokensIn: number;
  readonly tokensOut: number;
};

/** What is known of the reader. Only interests reach a model provider, and only with the switch of the profile (CON-03). */
export type Reader = {
  readonly token: string | null;
  readonly name: string | null;
  readonly interests: readonly string[];
  /** The switch `aiPersonal` of the profile: a model receives the interests. */
  readonly mayShareInterests: boolean;
  /** City, country and interests, in words to rank by. */
  readonly taste: readonly string[];
  readonly owned: ReadonlySet<string>;
};

export type Question = {
  readonly message: string;
  readonly language: ReplyLanguage;
  readonly criteria: Criteria;
  readonly reader: Reader;
};

export const draftOf = (fields: Partial<Draft> & Essentials): Draft => ({
  picks: [],
  links: [],
  followUps: [],
  by: 'local',
  tokensIn: 0,
  tokensOut: 0,
  ...fields,
});
type Essentials = { readonly intent: ChatIntent; readonly text: string };
