import { randomBytes } from 'node:crypto';
import { type Clock, failpoint, type Ids, type Logger } from '@satrangi/chassis';
import type { RunForm, UserId } from '@satrangi/contracts';
import { feeLimits } from '../event/event.rules.ts';
import type { EventsStore } from '../event/events.store.ts';
import { type Fee, type FeesStore, isPaid, returnedOf } from '../fees/fees.store.ts';
import type { Draft, DraftsStore } from '../registrations/drafts.store.ts';
import { fromForm, isCounted, type StoredRegistration } from '../registrations/registration.rules.ts';
import type { RegistrationMessages } from '../registrations/registration-messages.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import { slugOf } from '../registrations/slug.rules.ts';

/** Each concurrent write (a form, a refund, a registration of the draft) needs one more round; the job settles the rest. */
const ROUNDS = 4;

export type SettleDeps = {
  readonly registrations: RegistrationsStore;
  readonly drafts: DraftsStore;
  readonly fees: FeesStore;
  readonly events: EventsStore;
  readonly messages: RegistrationMessages;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly isErased: (userId: UserId) => Promise<boolean>;
  readonly erase: (registration: StoredRegistration) => Promise<void>;
};

/** A new registration of a form, with its own random address. */
export const newRegistration = (
  form: RunForm,
  { eventId, userId, at, ids }: { eventId: string; userId: UserId | null; at: string; ids: Ids },
): StoredRegistration => {
  const name = form.nameInAddress ? form.displayName || null : null;
  return fromForm(form, {
    _id: ids.newId(),
    pageId: ids.newId(),
    slug: slugOf(randomBytes(13), name),
    eventId,
    userId,
    at,
  });
};

/** The fields of a registration that a fee has paid. */
export const paidFields = (minor: number, at: string): Partial<StoredRegistration> => ({
  state: 'paid',
  paidMinor: minor,
  countedAt: at,
});

export type SettleFee = (orderId: string) => Promise<void>;

type PaidFee = Fee & { minor: number; paymentId: string };

/** Registers a paid fee from the draft that was stored before the payment, when the draft still allows it. */
const registerFromDraft = (deps: SettleDeps) => {
  const { registrations, events, messages, clock, ids, log } = deps;

  return async (fee: PaidFee, draft: Draft): Promise<void> => {
    const event = await events.byId(draft.eventId);
    if (!event) return;
    const { least, most } = feeLimits(event, draft.createdAt);
    if (fee.minor < least || fee.minor > most) return;
    if (await registrations.byDraft(draft._id)) return;
    const isErased = async (): Promise<boolean> =>
      draft.userId !== null && (await deps.isErased(draft.userId));
    if (await isErased()) return;
    const at = clock.now().toISOString();
    const made: StoredRegistration = {
      ...newRegistration(draft.form, { eventId: draft.eventId, userId: draft.userId, at, ids }),
      ...paidFields(fee.minor, at),
      paymentId: fee.paymentId,
      draftId: draft._id,
    };
    if (await registrations.add(made, messages.registered(made, at)))
      log.info({ orderId: fee._id }, 'run fee registered from its draft');
    // the account may have been deleted concurrently: its page must not outlive it
    if (await isErased()) await deps.erase(made);
    failpoint('virtual-run.registered-before-ack');
  };
};

/**
 * Brings the registration of a fee to the state of its money. Events, forms and jobs call it in any order, repeatedly and
 * concurrently: a paid fee has at most one registration (unique payment), made of the form that waits for it or of the
 * draft that was stored before the payment. A fee with neither waits, and is listed for admins after 30 minutes.
 */
export const settleFee = (deps: SettleDeps): SettleFee => {
  const { registrations, drafts, fees, messages, clock, log } = deps;
  const registerDraft = registerFromDraft(deps);

  const cancel = async (registration: StoredRegistration): Promise<void> => {
    const { _id, state } = registration;
    if (state === 'cancelled') return;
    const outgoing = isCounted(registration) ? messages.cancelled(registration, 'refund') : {};
    await registrations.change({ _id, state }, { state: 'cancelled', cancelReason: 'refund' }, outgoing);
  };

  /** @returns true when the registration holds the fee now */
  const settle = async (registration: StoredRegistration, fee: PaidFee): Promise<boolean> => {
    const { _id, paidMinor, state } = registration;
    if (state === 'awaiting-payment') {
      if (paidMinor !== fee.minor) {
        await registrations.mismatch(_id, fee.paymentId);
        log.warn({ orderId: fee._id }, 'run fee does not match its registration');
        return false;
      }
      const at = clock.now().toISOString();
      const fields = paidFields(fee.minor, at);
      await registrations.change(
        { _id, state: 'awaiting-payment' },
        fields,
        messages.registered({ ...registration, ...fields }, at),
      );
    }
    const returnedMinor = returnedOf(fee);
    if (returnedMinor !== registration.returnedMinor)
      await registrations.change({ _id, returnedMinor: registration.returnedMinor }, { returnedMinor });
    if (fee.registrationId === undefined) await fees.setRegistration(fee._id, _id);
    return true;
  };

  return async (orderId) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fee = await fees.byId(orderId);
      if (fee?.paymentId === undefined) return;
      const registration = await registrations.byPayment(fee.paymentId);
      if (!isPaid(fee)) {
        if (registration && fee.minor !== undefined) await cancel(registration);
        const now = await fees.byId(orderId);
        if (!now || !isPaid(now)) return;
        continue;
      }
      if (registration) {
        if (await settle(registration, fee)) return;
        continue;
      }
      const draft = fee.draftId === undefined ? null : await drafts.byId(fee.draftId);
      if (!draft) return;
      await registerDraft(fee, draft);
      if (!(await registrations.byPayment(fee.paymentId))) return;
    }
  };
};
