import { randomBytes } from 'node:crypto';
import { type Clock, type Ids, type OutboxMessages, Refusal } from '@satrangi/chassis';
import { kolkataDay, type PageChanges, runTexts } from '@satrangi/contracts';
import { isOver, type StoredEvent } from '../event/event.rules.ts';
import {
  isCounted,
  type KmEntry,
  pageKeyOf,
  type StoredRegistration,
  searchFields,
} from '../registrations/registration.rules.ts';
import { pageUpdated } from '../registrations/registration-messages.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import { slugOf } from '../registrations/slug.rules.ts';
import { isEditToken } from './edit-token.ts';

const LOG_MAX = 366;

export type EditDeps = {
  readonly registrations: RegistrationsStore;
  readonly secret: string;
  readonly clock: Clock;
  readonly ids: Ids;
};

/**
 * The registration of a private link, also of one with an earlier slug.
 * @throws Refusal not-found for a wrong token, an unknown page and an unpaid one alike
 */
export const ownRegistration =
  ({ registrations, secret }: Pick<EditDeps, 'registrations' | 'secret'>) =>
  async (slug: string, token: string | undefined): Promise<StoredRegistration> => {
    const found = await registrations.byPageKey(pageKeyOf(slug));
    if (found && isCounted(found) && isEditToken(secret, found, token)) return found;
    throw new Refusal('not-found', runTexts.linkInvalid);
  };

/**
 * The address after a change: another one when the name in it changes, appears or goes. The random letters are new too, so
 * the old address and the new name do not reveal the new address (checklist BEY-06).
 */
export const addressFields = (
  registration: StoredRegistration,
  changed: Pick<StoredRegistration, 'displayName' | 'nameInAddress'>,
): Pick<StoredRegistration, 'slug' | 'pageKeys'> | null => {
  const isSame =
    changed.nameInAddress === registration.nameInAddress &&
    (!changed.nameInAddress || changed.displayName === registration.displayName);
  if (isSame) return null;
  const slug = slugOf(randomBytes(13), changed.nameInAddress ? changed.displayName : null);
  return { slug, pageKeys: [...registration.pageKeys, pageKeyOf(slug)] };
};

/** What a change of a page writes. */
export const pageFields = (
  registration: StoredRegistration,
  changes: PageChanges,
): Partial<StoredRegistration> => {
  const { fundraisingGoal, ...rest } = changes;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const changed: StoredRegistration = {
    ...registration,
    ...given,
    ...(fundraisingGoal === undefined ? {} : { goalMinor: Math.round(fundraisingGoal * 100) }),
  };
  const { displayName, nameInAddress, goalMinor, story, pronouns, isListed, isPublic } = changed;
  const { showGoal, showWords, showPronouns } = changed;
  const address = addressFields(registration, changed);
  return {
    displayName,
    nameInAddress,
    goalMinor,
    story,
    pronouns,
    showGoal,
    ...(showWords === undefined ? {} : { showWords }),
    ...(showPronouns === undefined ? {} : { showPronouns }),
    isListed,
    isPublic,
    ...address,
    ...searchFields({ ...changed, ...address }),
  };
};

/** Repeats a read and its conditional write until no other write came in between. */
export const untilWritten = async (
  registrations: RegistrationsStore,
  registration: StoredRegistration,
  fieldsOf: (current: StoredRegistration) => {
    fields: Partial<StoredRegistration>;
    messages: OutboxMessages;
  },
): Promise<StoredRegistration> => {
  for (let current = registration; ; ) {
    const { _id, revision } = current;
    const { fields, messages } = fieldsOf(current);
    const changed = await registrations.change({ _id, revision }, fields, messages);
    if (changed) return changed;
    const again = await registrations.byId(_id);
    // cancelled or erased in the meantime: nothing may be written back
    if (!again || !isCounted(again)) throw new Refusal('not-found', runTexts.pageUnknown);
    current = again;
  }
};

export const editPage =
  ({ registrations }: EditDeps) =>
  (registration: StoredRegistration, changes: PageChanges): Promise<StoredRegistration> =>
    untilWritten(registrations, registration, (current) => ({
      fields: pageFields(current, changes),
      messages: { live: [pageUpdated(current)] },
    }));

/**
 * Logs kilometres of a day, until the end of the event.
 * @throws Refusal event-closed, not-found, validation-failed for a day of the future or before the event
 */
export const logKm =
  ({ registrations, clock, ids }: EditDeps) =>
  async (
    registration: StoredRegistration,
    event: StoredEvent,
    { date, km, entryId }: Omit<KmEntry, 'entryId'> & { entryId?: string | undefined },
  ): Promise<StoredRegistration> => {
    // a repeated request has its answer also after the event
    if (registration.km.some((logged) => logged.entryId === entryId)) return registration;
    const now = clock.now();
    if (isOver(event, now)) throw new Refusal('event-closed', runTexts.runOver);
    const first = event.phases.map(({ from }) => kolkataDay(new Date(from))).sort()[0] ?? date;
    if (date > kolkataDay(now) || date < first)
      throw new Refusal('validation-failed', 'Choose a day of the event that has begun');
    if (registration.km.length >= LOG_MAX)
      throw new Refusal('validation-failed', `At most ${LOG_MAX} entries`);
    const entry = { entryId: entryId ?? ids.newId(), date, km: Math.round(km * 10) / 10 };
    const messages = { live: [pageUpdated(registration)] };
    await registrations.logKm(registration._id, entry, messages);
    const stored = await registrations.byId(registration._id);
    if (!stored || !isCounted(stored)) throw new Refusal('not-found', runTexts.linkInvalid);
    return stored;
  };
