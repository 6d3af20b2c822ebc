import { type Donor, kolkataDay, runTexts, type UserId } from '@satrangi/contracts';

export type Words = {
  readonly name: string;
  readonly message: string;
  readonly isAnonymous: boolean;
  readonly showAmount: boolean;
};

/** One gift to a page: its money, as payments publishes it in any order, and the words of its giver. */
export type Gift = {
  /** The order id. */
  _id: string;
  pageKey?: string;
  /** Absent while the page is unknown. */
  registrationId?: string;
  /** Given after the page had ended: a plain contribution. */
  isLate?: boolean;
  /** In paise; absent until the success is known. */
  minor?: number;
  at?: string;
  /** Receipt number, for the ledger. */
  receipt?: string;
  userId?: UserId;
  returns?: { id: string; minor: number; at: string }[];
  isReturned?: boolean;
  returnedAt?: string;
  words?: Words;
  /** While only the words are known. */
  expiresAt?: Date;
};

/** What is left of a gift after its returns, in paise. */
export const netOf = ({ minor = 0, returns = [], isReturned }: Gift): number =>
  isReturned ? 0 : Math.max(0, minor - returns.reduce((sum, one) => sum + one.minor, 0));

/** The sum of gifts in paise. It is never stored, so it cannot drift. */
export const raisedOf = (gifts: readonly Gift[]): number => gifts.reduce((sum, gift) => sum + netOf(gift), 0);

/** A gift as everybody sees it: no id, and its name only when its giver chose that. */
const toDonor = (gift: Gift): Donor => {
  const { words, at = '' } = gift;
  const isNamed = words !== undefined && !words.isAnonymous && words.name !== '';
  return {
    name: isNamed ? words.name : runTexts.anonymous,
    amount: words?.showAmount === false ? null : netOf(gift) / 100,
    message: words?.message || null,
    at: kolkataDay(new Date(at)),
  };
};

/**
 * The givers of gifts that were not returned, in the given order.
 * @param showWords false when the runner shows no name and no message
 */
export const donorsOf = (
  gifts: readonly Gift[],
  { showWords = true }: { readonly showWords?: boolean | undefined } = {},
): Donor[] => {
  const donors = gifts.filter((gift) => netOf(gift) > 0).map(toDonor);
  return showWords ? donors : donors.map((donor) => ({ ...donor, name: runTexts.anonymous, message: null }));
};
