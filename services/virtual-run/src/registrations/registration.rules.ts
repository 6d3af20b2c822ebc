import { hash } from 'node:crypto';
import {
  type RegistrationState,
  type RunActivity,
  type RunForm,
  soundsOf,
  type UserId,
} from '@satrangi/contracts';

type Consent = { readonly at: string; readonly text: string };
export type KmEntry = { readonly entryId: string; readonly date: string; readonly km: number };

/** One runner. Only `displayName`, activity, distance, story, kilometres and chosen pronouns are public. */
export type StoredRegistration = {
  _id: string;
  eventId: string;
  /** The payment at the provider: it pays for one registration. */
  paymentId?: string;
  /** The form that was stored before the payment: it becomes one registration. */
  draftId?: string;
  /** Digest of the admin's request that made it (Idempotency-Key). */
  requestKey?: string;
  /** The payment whose amount was another one, or that had not come when the registration was cancelled. */
  mismatchOf?: string;
  slug: string;
  /** Digests of this slug and the ones before: late gifts and private links find the page by them. */
  pageKeys: string[];
  pageId: string;
  state: RegistrationState;
  source: 'web' | 'admin';
  name: string;
  email: string;
  phone: string;
  displayName: string;
  pronouns: string | null;
  location: string;
  activityType: RunActivity;
  distanceKm: number;
  tshirtSize: string | null;
  goalMinor: number;
  /** The asserted amount, then the provider's. */
  paidMinor: number;
  /** Parts of the fee that were refunded. */
  returnedMinor: number;
  additionalInfo: string;
  story: string;
  consents: { readonly data: Consent | null; readonly marketing: Consent | null };
  isPublic: boolean;
  isListed: boolean;
  showGoal: boolean;
  /** Names and messages of givers are on the page; absent in documents from before it was stored: they are. */
  showWords?: boolean;
  nameInAddress: boolean;
  /** The pronouns are on the page; absent in documents from before it was stored: they are not. */
  showPronouns?: boolean;
  /** How often the private link was renewed; absent: never. */
  linkVersion?: number;
  km: KmEntry[];
  userId: UserId | null;
  /** Searchable text of the desk. */
  folded: string;
  /** Sounds of both names; absent in documents from before they were stored. */
  sounds?: string[];
  createdAt: string;
  cancelReason?: 'refund' | 'admin' | 'erasure';
  /** When it began to count. */
  countedAt: string | null;
  goalReachedAt: string | null;
  firstGiftAt: string | null;
  revision: number;
};

export type RunMailKind = 'registered' | 'first-gift' | 'goal-reached' | 'link';

export const countedStates = ['paid', 'manual'] as const satisfies readonly RegistrationState[];
export const isCounted = ({ state }: Pick<StoredRegistration, 'state'>): boolean =>
  state === 'paid' || state === 'manual';
/** True for pages that everybody may read. */
export const isVisible = (registration: Pick<StoredRegistration, 'state' | 'isPublic'>): boolean =>
  isCounted(registration) && registration.isPublic;

/** The key of a page in events: a digest, because a slug may contain a name. */
export const pageKeyOf = (slug: string): string => hash('sha256', slug, 'base64url').slice(0, 22);

export const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
/** What the desk searches: the text, and the sounds of both names (checklist BEY-03). */
export const searchFields = ({
  name,
  displayName,
  email,
  phone,
  slug,
}: Pick<StoredRegistration, 'name' | 'displayName' | 'email' | 'phone' | 'slug'>): {
  readonly folded: string;
  readonly sounds: string[];
} => ({
  folded: [name, displayName, email, phone, slug].map(fold).join('\n'),
  sounds: soundsOf(`${name} ${displayName}`),
});

/** Without a display name only the first word of the name is public. */
export const publicNameOf = ({ name, displayName }: Pick<RunForm, 'name' | 'displayName'>): string =>
  displayName || (name.split(/\s+/)[0] ?? '');

const DATA_CONSENT = 'My data may be used to run this event.';
const MARKETING_CONSENT = 'Write to me about other events.';

type About = {
  readonly _id: string;
  readonly pageId: string;
  readonly slug: string;
  readonly eventId: string;
  readonly userId: UserId | null;
  readonly at: string;
};

/** A registration made of a form. It awaits its payment. */
export const fromForm = (form: RunForm, about: About): StoredRegistration => {
  const { _id, pageId, slug, eventId, userId, at } = about;
  const displayName = publicNameOf(form);
  const { name, email, phone } = form;
  return {
    _id,
    eventId,
    slug,
    pageKeys: [pageKeyOf(slug)],
    pageId,
    state: 'awaiting-payment',
    source: 'web',
    name,
    email,
    phone,
    displayName,
    pronouns: form.pronouns,
    location: form.location,
    activityType: form.activityType,
    distanceKm: form.distanceKm,
    tshirtSize: form.tshirtSize,
    goalMinor: Math.round(form.fundraisingGoal * 100),
    paidMinor: Math.round(form.amountPaid * 100),
    returnedMinor: 0,
    additionalInfo: form.additionalInfo,
    story: form.story,
    consents: {
      data: { at, text: DATA_CONSENT },
      marketing: form.consentMarketing ? { at, text: MARKETING_CONSENT } : null,
    },
    isPublic: true,
    isListed: form.isListed,
    showGoal: true,
    showWords: true,
    nameInAddress: form.nameInAddress,
    // a draft from before the choice has none
    showPronouns: form.showPronouns ?? false,
    km: [],
    userId,
    ...searchFields({ name, displayName, email, phone, slug }),
    createdAt: at,
    countedAt: null,
    goalReachedAt: null,
    firstGiftAt: null,
    revision: 1,
  };
};
