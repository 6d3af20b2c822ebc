import { randomBytes } from 'node:crypto';
import { type Clock, type Ids, Refusal } from '@satrangi/chassis';
import { type ManualRegistration, type RegistrationChanges, runTexts } from '@satrangi/contracts';
import type { z } from 'zod';
import type { EventsStore } from '../event/events.store.ts';
import { type FeesStore, isPaid } from '../fees/fees.store.ts';
import type { SettleFee } from '../matching/settle-fee.ts';
import { addressFields } from '../pages/edit-page.ts';
import {
  isCounted,
  pageKeyOf,
  publicNameOf,
  type StoredRegistration,
  searchFields,
} from '../registrations/registration.rules.ts';
import { pageUpdated, type RegistrationMessages } from '../registrations/registration-messages.ts';
import { toRegistration } from '../registrations/registration-view.rules.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import { slugOf } from '../registrations/slug.rules.ts';

type Body = z.output<typeof ManualRegistration>;

export type AdminDeps = {
  readonly registrations: RegistrationsStore;
  readonly events: EventsStore;
  readonly fees: FeesStore;
  readonly messages: RegistrationMessages;
  readonly settle: SettleFee;
  readonly clock: Clock;
  readonly ids: Ids;
};

/**
 * Registers a runner by hand (checklist RUN-16, RUN-17). With the payment of a fee without a runner it becomes that fee's
 * registration. With the `requestKey` of a registration that exists, it is returned as it is now.
 * @throws Refusal unknown-payment, already-used, event-closed
 */
export const createManual = ({ registrations, events, fees, messages, settle, clock, ids }: AdminDeps) => {
  const feeOf = async (paymentId: string) => {
    const fee = await fees.byPayment(paymentId);
    if (!fee || !isPaid(fee)) throw new Refusal('unknown-payment', runTexts.paymentUnknown);
    if (await registrations.byPayment(paymentId))
      throw new Refusal('already-used', 'That payment has a registration');
    return fee;
  };
  return async (body: Body, requestKey?: string): Promise<StoredRegistration> => {
    const repeated = async () => (requestKey ? registrations.byRequest(requestKey) : null);
    const before = await repeated();
    if (before) return before;
    const event = await events.latest();
    if (!event) throw new Refusal('event-closed', runTexts.eventUnavailable);
    const fee = body.paymentId ? await feeOf(body.paymentId) : null;
    const at = clock.now().toISOString();
    const { name, email, phone = '', location = '', additionalInfo = '', activityType = 'other' } = body;
    const displayName = publicNameOf({ name, displayName: body.displayName ?? '' });
    const slug = slugOf(randomBytes(13), null);
    const made: StoredRegistration = {
      _id: ids.newId(),
      eventId: event._id,
      ...(fee ? { paymentId: fee.paymentId } : {}),
      ...(requestKey ? { requestKey } : {}),
      slug,
      pageKeys: [pageKeyOf(slug)],
      pageId: ids.newId(),
      state: fee ? 'paid' : 'manual',
      source: 'admin',
      name,
      email,
      phone,
      displayName,
      pronouns: body.pronouns ?? null,
      location,
      activityType,
      distanceKm: body.distanceKm ?? 0,
      tshirtSize: body.tshirtSize ?? null,
      goalMinor: Math.round((body.fundraisingGoal ?? 0) * 100),
      paidMinor: fee?.minor ?? 0,
      returnedMinor: 0,
      additionalInfo,
      story: '',
      consents: { data: body.consentData ? { at, text: runTexts.manualConsent } : null, marketing: null },
      isPublic: true,
      isListed: body.isListed ?? false,
      showGoal: true,
      showWords: true,
      nameInAddress: false,
      showPronouns: false,
      km: [],
      userId: null,
      ...searchFields({ name, displayName, email, phone, slug }),
      createdAt: at,
      countedAt: at,
      goalReachedAt: null,
      firstGiftAt: null,
      revision: 1,
    };
    if (!(await registrations.add(made, messages.registered(made, at)))) {
      const simultaneous = await repeated();
      if (simultaneous) return simultaneous;
      throw new Refusal('already-used', 'That payment has a registration');
    }
    if (!fee) return made;
    // a part of the fee may have been returned before, or the whole of it since it was read
    await settle(fee._id);
    return (await registrations.byId(made._id)) ?? made;
  };
};

const changedFields = (
  current: StoredRegistration,
  { fundraisingGoal, revision: _revision, ...rest }: RegistrationChanges,
): Partial<StoredRegistration> => {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const goal = fundraisingGoal === undefined ? {} : { goalMinor: Math.round(fundraisingGoal * 100) };
  const changed: StoredRegistration = { ...current, ...given, ...goal };
  const address = addressFields(current, changed);
  return { ...given, ...goal, ...address, ...searchFields({ ...changed, ...address }) };
};

const conflict = (current: StoredRegistration): Refusal =>
  new Refusal('version-conflict', 'Somebody else has changed this registration', {
    data: { current: toRegistration(current) },
  });

/** Changes a registration. @throws Refusal not-found, version-conflict with the present one */
export const updateRegistration =
  ({ registrations }: Pick<AdminDeps, 'registrations'>) =>
  async (id: string, changes: RegistrationChanges): Promise<StoredRegistration> => {
    const current = await registrations.byId(id);
    if (!current) throw new Refusal('not-found', 'Registration not found');
    const { revision } = current;
    if (changes.revision !== undefined && changes.revision !== revision) throw conflict(current);
    const messages = { live: [pageUpdated(current)] };
    const changed = await registrations.change(
      { _id: id, revision },
      changedFields(current, changes),
      messages,
    );
    if (changed) return changed;
    throw conflict((await registrations.byId(id)) ?? current);
  };

/**
 * Cancels a registration, which can not be taken back; a cancelled one stays as it is.
 * @throws Refusal not-found, version-conflict with the present one when it is not the one that the admin saw
 */
export const cancelRegistration =
  ({ registrations, messages }: Pick<AdminDeps, 'registrations' | 'messages'>) =>
  async (id: string, seen?: number): Promise<StoredRegistration> => {
    for (;;) {
      const current = await registrations.byId(id);
      if (!current) throw new Refusal('not-found', 'Registration not found');
      if (current.state === 'cancelled') return current;
      if (seen !== undefined && seen !== current.revision) throw conflict(current);
      const outgoing = isCounted(current) ? messages.cancelled(current, 'admin') : {};
      const cancelled = { state: 'cancelled', cancelReason: 'admin' } as const;
      const changed = await registrations.end(current, cancelled, outgoing);
      if (changed) return changed;
    }
  };
