import type { Logger } from '@satrangi/chassis';
import { phrasesIn } from '../replies/phrases.ts';
import type { Pick } from '../replies/verify-picks.ts';
import type { CatalogClient } from '../shop/catalog-client.ts';
import type { ItemIndex } from '../shop/item-index.ts';
import { groupsOf } from '../shop/query.rules.ts';
import type { Candidate, Found } from '../shop/retrieve-items.ts';
import { retrieveItems } from '../shop/retrieve-items.ts';
import { type Draft, draftOf, type Question } from './drafts.ts';

type Deps = { readonly catalog: CatalogClient; readonly index: ItemIndex; readonly log: Logger };

const SHOP_RESULTS = 12;

export const toPick = ({ item: { id, mediaType }, reason }: Candidate): Pick => ({ id, mediaType, reason });

type Searched = Only<Question, 'message' | 'criteria'> & {
  readonly reader: { readonly taste: readonly string[] };
};
type Only<T, K extends keyof T> = { readonly [P in K]: T[P] };

/** Finds items for a message: the shop's search for names, the index for moods and themes. */
export const findItems =
  ({ catalog, index, log }: Deps) =>
  async ({ message, criteria, reader }: Searched): Promise<Found> => {
    const words = groupsOf(message)
      .filter(({ isConcept }) => !isConcept)
      .flatMap((group) => group.words);
    const shop =
      words.length === 0
        ? []
        : await catalog.search(words.join(' '), SHOP_RESULTS).catch((err: unknown) => {
            log.warn({ err }, 'shop search failed');
            return [];
          });
    const order = shop.map(({ _id }) => _id as string);
    return retrieveItems(message, criteria, index, order, reader.taste);
  };

/** Answers with items, without a model. */
export const localAnswer = (deps: Deps) => {
  const find = findItems(deps);
  return async (question: Question): Promise<Draft> => {
    const phrases = phrasesIn(question.language);
    const { candidates: found, isClose } = await find(question);
    if (found.length === 0)
      return draftOf({
        intent: 'nothing-found',
        text: deps.index.isFilled() ? phrases.nothing : phrases.away,
      });
    const [first] = found;
    const text = isClose
      ? phrases.missing
      : first?.reason.because === 'same-shelf'
        ? phrases.like
        : first?.reason.because === 'asked'
          ? phrases.requested
          : question.criteria.isFree
            ? phrases.free
            : phrases.found;
    return draftOf({ intent: 'items', text, picks: found.map(toPick) });
  };
};
