import type { SiteEventType } from '@satrangi/contracts';

/** Facts that are counted together, in windows of their own: page views never share one with money. */
export type FactKind = 'money' | 'account' | 'run' | 'news' | 'talk' | 'site';

type FactRule = {
  readonly kind: FactKind;
  /** The account did something itself, so it was seen at this time. */
  readonly isSeen?: true;
};

const rules = {
  'purchase-paid': { kind: 'money', isSeen: true },
  'purchase-returned': { kind: 'money' },
  'contribution-paid': { kind: 'money', isSeen: true },
  'contribution-returned': { kind: 'money' },
  'run-fee-paid': { kind: 'money', isSeen: true },
  'run-fee-returned': { kind: 'money' },
  'account-registered': { kind: 'account', isSeen: true },
  'run-registered': { kind: 'run' },
  'run-cancelled': { kind: 'run' },
  'whatsapp-sent': { kind: 'talk' },
  'whatsapp-received': { kind: 'talk' },
  'chat-to': { kind: 'talk' },
  'chat-from': { kind: 'talk' },
  'item-added': { kind: 'news' },
  'post-published': { kind: 'news' },
  'letter-sent': { kind: 'news' },
  'submission-received': { kind: 'news' },
} as const satisfies Record<string, FactRule>;

export type FactType = keyof typeof rules | SiteEventType;

const siteRule: FactRule = { kind: 'site', isSeen: true };

const ruleOf = (type: FactType): FactRule =>
  Object.hasOwn(rules, type) ? rules[type as keyof typeof rules] : siteRule;

export const kindOfFact = (type: FactType): FactKind => ruleOf(type).kind;
export const isSeen = (type: FactType): boolean => ruleOf(type).isSeen === true;

/** Something that happened, stored once and never changed, except that an erasure removes `who`. */
export type Fact = {
  /** The id of the event that reported it: storing it is what makes a repeated event count once. */
  readonly _id: string;
  readonly type: FactType;
  readonly kind: FactKind;
  readonly at: Date;
  /** Start of its half hour. Days of Kolkata and of UTC both begin with one. */
  readonly window: Date;
  /** Pseudonym of the account. */
  readonly who?: string;
  /** Amount in paise. */
  readonly paise?: number;
  /** The order is refunded as a whole. */
  readonly isWhole?: boolean;
  /** Opaque id of the item, post, letter or conversation; never of an order, which would lead to its buyer. */
  readonly ref?: string;
  readonly details?: Readonly<Record<string, string>>;
  /** Not counted yet. */
  readonly pending?: true;
  /** Facts of the site are kept for 13 months. */
  readonly expiresAt?: Date;
};

/** Facts of one type, added up. A single fact is a group of one. */
export type FactGroup = Pick<Fact, 'type' | 'paise' | 'isWhole'> & {
  /** How many facts; 1 by default. `paise` is their sum, absent when none has an amount. */
  readonly count?: number;
};

const WINDOW_MS = 30 * 60_000;
export const windowOf = (at: Date): Date => new Date(Math.floor(at.getTime() / WINDOW_MS) * WINDOW_MS);

/** Facts of the site are removed after 13 months. */
export const SITE_KEPT_MS = 396 * 86_400_000;

export type NewFact = Pick<Fact, '_id' | 'type' | 'at'> &
  Partial<Pick<Fact, 'who' | 'paise' | 'isWhole' | 'ref' | 'details'>>;

/** A fact as it is stored. Absent fields stay absent. */
export const toFact = ({ _id, type, at, ...rest }: NewFact): Fact => {
  const kind = kindOfFact(type);
  return {
    _id,
    type,
    kind,
    at,
    window: windowOf(at),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    pending: true,
    ...(kind === 'site' ? { expiresAt: new Date(at.getTime() + SITE_KEPT_MS) } : {}),
  };
};
