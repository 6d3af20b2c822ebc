import {
  type Currency,
  chargeFor,
  type Format,
  isForSale,
  isFree,
  LEAST_USD_CENTS,
  type MediaId,
  type Money,
  majorOf,
  mediaTypes,
  type Provider,
  type StoredMediaType,
  sumMoney,
} from '@satrangi/contracts';

/** The projected item of the catalog. */
export type Media = {
  readonly _id: MediaId;
  readonly version: number;
  readonly status: 'published' | 'withdrawn';
  readonly mediaType: StoredMediaType;
  readonly title: string;
  /** For receipts; absent in items projected before the field existed, as `language`. */
  readonly creator?: string;
  readonly language?: string;
  readonly formats: Format[];
  readonly priceINR: number | null;
  readonly priceUSD: number | null;
  /** False while the catalog has no file to deliver; absent in items projected before the field existed. */
  readonly isDeliverable?: boolean;
};

export type RequestedItem = {
  readonly mediaId: MediaId;
  readonly mediaType: StoredMediaType | undefined;
  readonly format: Format;
};

export type PricedItem = {
  readonly mediaId: MediaId;
  readonly mediaType: StoredMediaType;
  readonly format: Format;
  readonly title: string;
  readonly unit: Money;
};

/** Provider and currency of a country (storefront §9). */
export const wayToPay = (country: string): { provider: Provider; currency: Currency } =>
  country === 'IN' ? { provider: 'cashfree', currency: 'INR' } : { provider: 'stripe', currency: 'USD' };

/** `eBook not found`, `Short Film not found`: the sentences of the storefront's pages. */
export const notFoundText = (mediaType: StoredMediaType | undefined): string => {
  const label = mediaTypes.find(({ stored }) => stored === mediaType)?.label ?? 'Item';
  return `${label.replaceAll(/ [a-z]/g, (start) => start.toUpperCase())} not found`;
};

/** Why an item cannot be sold. */
export type Refused =
  | { readonly kind: 'unknown'; readonly mediaType: StoredMediaType | undefined }
  | { readonly kind: 'free'; readonly mediaId: MediaId }
  | { readonly kind: 'no-price' }
  | { readonly kind: 'no-file' };

export type Priced = { readonly items: PricedItem[]; readonly total: Money };

const leastOf = (currency: Currency): number => (currency === 'USD' ? LEAST_USD_CENTS : 1);

/** Sells the format that the item has, whatever format an old page requests. */
const formatOf = (media: Media, requested: RequestedItem): Format =>
  media.formats.includes(requested.format) ? requested.format : (media.formats[0] ?? requested.format);

/** True when the item has a file to deliver. */
export const isDeliverable = (media: Pick<Media, 'isDeliverable'>): boolean => media.isDeliverable !== false;

const priceOne = (
  media: Media | undefined,
  requested: RequestedItem,
  currency: Currency,
): PricedItem | Refused => {
  if (!media) return { kind: 'unknown', mediaType: requested.mediaType };
  if (media.status === 'withdrawn') return { kind: 'no-price' };
  if (isFree(media)) return { kind: 'free', mediaId: media._id };
  if (!isDeliverable(media)) return { kind: 'no-file' };
  const unit = isForSale(media) ? chargeFor(media, currency) : null;
  if (!unit) return { kind: 'no-price' };
  const { _id: mediaId, mediaType, title } = media;
  return { mediaId, mediaType, title, format: formatOf(media, requested), unit };
};

const isRefused = (line: PricedItem | Refused): line is Refused => 'kind' in line;

/**
 * The catalog's price of the requested items; duplicates are sold once. An amount below Stripe's minimum has no price.
 */
export const priceOf = (
  requestedItems: readonly RequestedItem[],
  mediaById: ReadonlyMap<string, Media>,
  currency: Currency,
): Priced | Refused => {
  const items = new Map<string, PricedItem>();
  for (const requested of requestedItems) {
    const line = priceOne(mediaById.get(requested.mediaId), requested, currency);
    if (isRefused(line)) return line;
    items.set(`${line.mediaId}:${line.format}`, line);
  }
  const total = sumMoney([...items.values()].map(({ unit }) => unit));
  return total.minor < leastOf(currency) ? { kind: 'no-price' } : { items: [...items.values()], total };
};

const isNear = (claimed: number, right: number, by: number): boolean =>
  Math.abs(claimed - right) <= by + 1e-6;

/**
 * True when the amount shown on the page matches the price. Pages send rupees, paise, cents or dollars, rounded or not;
 * each of these matches (checklist PAY-26, PAY-27). The claimed amount is never charged.
 */
export const isClaimTrue = (
  claim: string | number | undefined,
  items: readonly PricedItem[],
  mediaById: ReadonlyMap<string, Media>,
): boolean => {
  if (claim === undefined || claim === '') return true;
  const claimed = Number(claim);
  if (!Number.isFinite(claimed)) return false;
  const totalIn = (currency: Currency): number =>
    items.reduce((sum, { mediaId }) => {
      const unit = chargeFor(mediaById.get(mediaId) ?? { priceINR: null, priceUSD: null }, currency);
      return sum + (unit ? majorOf(unit) : Number.NaN);
    }, 0);
  const typed = (field: 'priceINR' | 'priceUSD'): number =>
    items.reduce((sum, { mediaId }) => sum + (mediaById.get(mediaId)?.[field] ?? Number.NaN), 0);
  const rupees = [totalIn('INR'), typed('priceINR')];
  const dollars = [totalIn('USD'), typed('priceUSD')];
  return (
    rupees.some((right) => isNear(claimed, right, 1) || isNear(claimed, right * 100, 1)) ||
    dollars.some((right) => isNear(claimed, right, 0.01) || isNear(claimed, right * 100, 1))
  );
};
