import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@satrangi/chassis';
import { type RunRegistration, runPagePath, runTexts, type UserId } from '@satrangi/contracts';
import type { z } from 'zod';
import { registeringAt, type StoredEvent } from '../event/event.rules.ts';
import { type Fee, isPaid } from '../fees/fees.store.ts';
import { eventOfForm, requireFee, requireOpen } from '../registrations/create-draft.ts';
import type { StoredRegistration } from '../registrations/registration.rules.ts';
import { newRegistration, paidFields, type SettleDeps, type SettleFee } from './settle-fee.ts';

type Body = z.output<typeof RunRegistration>;
type Registered = { slug: string; status: 'paid' | 'awaiting-payment'; url: string; pageId: string };

type Deps = SettleDeps & {
  readonly settle: SettleFee;
  readonly waitMs?: number;
};

const WAIT_MS = 4_000;
const POLL_MS = 50;

const answer = ({ slug, state, pageId }: StoredRegistration): Registered => ({
  slug,
  status: state === 'awaiting-payment' ? 'awaiting-payment' : 'paid',
  url: runPagePath(slug),
  pageId,
});

/**
 * Registers a runner for a payment. The insert with the unique payment id is the claim, so parallel and repeated requests
 * get the first registration (checklist RUN-27). Without the event of the payment it waits up to 4 seconds for it and then
 * stores the registration as awaiting its payment.
 * @throws Refusal validation-failed, event-closed, fee-mismatch, too-late, invalid-token when the account is deleted
 */
export const register = (deps: Deps) => {
  const { registrations, drafts, fees, events, messages, clock, ids, settle, waitMs = WAIT_MS } = deps;
  const findEvent = eventOfForm(events);

  /** Of a known payment: the first registration, unless the request asserts another amount. */
  const first = async ({ paymentId, amountPaid }: Body): Promise<Registered | null> => {
    const known = await registrations.byPayment(paymentId);
    if (!known) return null;
    if (known.state === 'cancelled') throw new Refusal('too-late', runTexts.paymentReturned);
    if (known.source === 'web' && known.paidMinor !== Math.round(amountPaid * 100))
      throw new Refusal('fee-mismatch', runTexts.feeMismatch);
    return answer(known);
  };

  const waitForFee = async (paymentId: string): Promise<Fee | null> => {
    for (let waited = 0; ; waited += POLL_MS) {
      const fee = await fees.byPayment(paymentId);
      if (fee || waited >= waitMs) return fee;
      await sleep(POLL_MS);
    }
  };

  /** When the form was stored or its fee was paid: the phase of that time has its fee. */
  const formTime = async (event: StoredEvent, { paymentId, draftId }: Body): Promise<Date> => {
    const draft = draftId === undefined ? null : await drafts.byId(draftId);
    if (draft?.eventId === event._id) return draft.createdAt;
    const paidAt = (await fees.byPayment(paymentId))?.paidAt;
    return paidAt === undefined ? clock.now() : new Date(paidAt);
  };

  /** Outside the registration period only money or a form from within it counts. */
  const requireInTime = async (event: StoredEvent, body: Body, fee: Fee | null): Promise<void> => {
    const now = clock.now();
    if (registeringAt(event, now) === 'open') return;
    const draft = body.draftId === undefined ? null : await drafts.byId(body.draftId);
    if (draft?.eventId === event._id) return;
    if (fee?.paidAt !== undefined && registeringAt(event, new Date(fee.paidAt)) === 'open') return;
    requireOpen(event, now);
  };

  return async (body: Body, userId: UserId | null): Promise<Registered> => {
    const known = await first(body);
    if (known) return known;
    const event = await findEvent(body);
    const { paymentId, draftId } = body;
    const minor = Math.round(body.amountPaid * 100);
    const now = clock.now();
    requireFee(event, minor, await formTime(event, body));
    const isWaiting = registeringAt(event, now) === 'open' || draftId !== undefined;
    const fee = isWaiting ? await waitForFee(paymentId) : await fees.byPayment(paymentId);
    await requireInTime(event, body, fee);
    if (fee && !isPaid(fee)) throw new Refusal('too-late', runTexts.paymentReturned);
    if (fee && fee.minor !== minor) throw new Refusal('fee-mismatch', runTexts.feeMismatch);
    const at = clock.now().toISOString();
    const draft = draftId === undefined ? null : await drafts.byId(draftId);
    const made: StoredRegistration = {
      ...newRegistration(body, { eventId: event._id, userId, at, ids }),
      paymentId,
      ...(draft ? { draftId: draft._id } : {}),
      ...(fee ? paidFields(minor, at) : {}),
    };
    const isAdded = await registrations.add(made, fee ? messages.registered(made, at) : {});
    if (!isAdded) {
      const other = (await first(body)) ?? null;
      if (other) return other;
      throw new Refusal('too-late', runTexts.registrationFailed);
    }
    // the event of the payment may have come between the look-up and the insert
    const arrived = fee ?? (await fees.byPayment(paymentId));
    if (arrived) await settle(arrived._id);
    const stored = await registrations.byId(made._id);
    // the account may have been deleted during the wait: its page must not outlive it
    if (userId !== null && (await deps.isErased(userId))) {
      await deps.erase(stored ?? made);
      throw new Refusal('invalid-token', 'Invalid token');
    }
    if (stored?.state === 'mismatch') throw new Refusal('fee-mismatch', runTexts.feeMismatch);
    return answer(stored ?? made);
  };
};
