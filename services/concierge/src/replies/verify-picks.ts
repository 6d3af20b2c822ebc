import { CHAT_ITEMS_MAX, type ChatItem, kindOf, type MediaItem, storedOf } from '@satrangi/contracts';
import type { ReplyLanguage } from '../language/reader-language.rules.ts';
import type { CatalogClient, ItemRef } from '../shop/catalog-client.ts';
import { asWritten, isTrueOf, mediums, type Reason } from '../shop/reasons.rules.ts';
import { fill, phrasesIn } from './phrases.ts';

/** An item that was chosen, by the service or by a model, and why. */
export type Pick = ItemRef & { readonly reason: Reason };

const PAISE = 100;

const languageName = (code: string, locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;

const reasonText = (item: MediaItem, reason: Reason, language: ReplyLanguage): string => {
  const { because } = phrasesIn(language);
  if (!isTrueOf(item, reason)) return fill(because.creator, { value: item.creator });
  if (reason.because === 'length')
    return fill(item.pages ? because.pages : because.minutes, { value: reason.value });
  if (reason.because === 'language')
    return fill(because.language, {
      value: languageName(reason.value, language === 'hi-Latn' ? 'en' : language),
    });
  if (reason.because === 'medium') return because[mediums[item.mediaType]];
  if (reason.because === 'text') return fill(because.text, { value: asWritten(item, reason.value) });
  return fill(because[reason.because], { value: reason.value });
};

/** A card, with every fact from the catalog's item. */
export const toChatItem = (item: MediaItem, reason: Reason, language: ReplyLanguage): ChatItem => ({
  id: item._id,
  mediaType: item.mediaType,
  title: item.title,
  creator: item.creator,
  language: item.language,
  pricePaise: item.isFree
    ? 0
    : item.isForSale && item.priceINR !== null
      ? Math.round(item.priceINR * PAISE)
      : null,
  url: `/${kindOf(storedOf(item.mediaType) ?? 'ebook').page}/${item._id}`,
  thumbnailUrl: item.thumbnailUrl,
  cover: item.cover,
  reason: reasonText(item, reason, language),
});

/** An item that the reader asked for by its name and owns is shown as theirs. */
const asOwned = (pick: Pick, owned: ReadonlySet<string>): Pick =>
  pick.reason.because === 'asked' && owned.has(pick.id)
    ? { ...pick, reason: { because: 'owned', value: '' } }
    : pick;

/** Picks to show: what the reader owns is not recommended; it stays where the reader asked for it (checklist CON-16, CON-20). */
export const withoutOwned = (picks: readonly Pick[], owned: ReadonlySet<string>): Pick[] =>
  picks
    .map((pick) => asOwned(pick, owned))
    .filter(({ id, reason }) => reason.because === 'owned' || !owned.has(id));

/**
 * Reads each pick from the catalog, now. Unknown and withdrawn items are dropped (checklist CON-10), and those whose read fails
 * while others are read.
 * @throws when the catalog answers for none
 */
export const verifyPicks = async (
  catalog: CatalogClient,
  picks: readonly Pick[],
  language: ReplyLanguage,
): Promise<ChatItem[]> => {
  const wanted = picks.slice(0, CHAT_ITEMS_MAX);
  const reads = await Promise.allSettled(wanted.map((pick) => catalog.get(pick)));
  const failures = reads.filter((read) => read.status === 'rejected');
  if (failures[0] && failures.length === reads.length) throw failures[0].reason;
  return reads.flatMap((read, at) => {
    const pick = wanted[at];
    return read.status === 'fulfilled' && read.value && pick
      ? [toChatItem(read.value, pick.reason, language)]
      : [];
  });
};
