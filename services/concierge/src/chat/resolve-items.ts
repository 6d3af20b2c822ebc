import type { ChatItem } from '@satrangi/contracts';
import { phrasesIn } from '../replies/phrases.ts';
import { verifyPicks, withoutOwned } from '../replies/verify-picks.ts';
import type { Criteria } from '../shop/criteria.rules.ts';
import type { Deps } from './chat.deps.ts';
import type { Draft, Question } from './drafts.ts';

const PAISE = 100;

/** A price limit of the reader applies to items of a model and of the service. */
const keepsLimits = ({ pricePaise }: ChatItem, { maxINR, isFree }: Criteria): boolean =>
  (!isFree || pricePaise === 0) && (maxINR === null || (pricePaise !== null && pricePaise <= maxINR * PAISE));

/** Reads the picks from the catalog; without its answer the reply says so and offers help only. */
export const resolveItems =
  ({ catalog, log }: Pick<Deps, 'catalog' | 'log'>) =>
  async (draft: Draft, question: Question): Promise<{ draft: Draft; items: ChatItem[] }> => {
    if (draft.picks.length === 0) return { draft, items: [] };
    const phrases = phrasesIn(question.language);
    try {
      const picks = withoutOwned(draft.picks, question.reader.owned);
      const read = await verifyPicks(catalog, picks, question.language);
      if (draft.intent !== 'items') return { draft: { ...draft, picks }, items: read };
      const items = read.filter((item) => keepsLimits(item, question.criteria));
      if (items.length === 0)
        return { draft: { ...draft, picks, intent: 'nothing-found', text: phrases.nothing }, items };
      const isOwned = picks.some(({ id, reason }) => id === items[0]?.id && reason.because === 'owned');
      return { draft: { ...draft, picks, ...(isOwned ? { text: phrases.owned } : {}) }, items };
    } catch (err) {
      log.warn({ err }, 'items of a reply not read');
      return { draft: { ...draft, intent: 'nothing-found', text: phrases.away, picks: [] }, items: [] };
    }
  };
