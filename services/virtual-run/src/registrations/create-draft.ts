import { type Clock, type Ids, Refusal } from '@satrangi/chassis';
import { type RunForm, runTexts, type UserId } from '@satrangi/contracts';
import { isFee, opensText, registeringAt, type StoredEvent } from '../event/event.rules.ts';
import type { EventsStore } from '../event/events.store.ts';
import type { Draft, DraftsStore } from './drafts.store.ts';

const DRAFT_MS = 48 * 60 * 60_000;

const invalidFee = (): Refusal =>
  new Refusal('validation-failed', runTexts.feeInvalid, {
    errors: [{ pointer: '/body/amountPaid', detail: runTexts.feeInvalid }],
  });

/** The event that a form is for. @throws Refusal event-closed, also for an unknown one */
export const eventOfForm =
  (events: EventsStore) =>
  async ({ eventId }: Pick<RunForm, 'eventId'>): Promise<StoredEvent> => {
    const event = eventId ? await events.byId(eventId) : await events.latest();
    if (!event?.isPublished) throw new Refusal('event-closed', runTexts.eventUnavailable);
    return event;
  };

/** @throws Refusal event-closed before and after the registration period */
export const requireOpen = (event: StoredEvent, now: Date): void => {
  const state = registeringAt(event, now);
  if (state === 'early') throw new Refusal('event-closed', opensText(event));
  if (state === 'closed') throw new Refusal('event-closed', runTexts.closed);
};

/** @throws Refusal validation-failed for a fee outside the limits of the event (checklist RUN-07) */
export const requireFee = (event: StoredEvent, minor: number, now: Date): void => {
  if (!isFee(minor, event, now)) throw invalidFee();
};

type Deps = {
  readonly drafts: DraftsStore;
  readonly events: EventsStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

/** Stores a checked form before money moves. @throws Refusal event-closed, validation-failed */
export const createDraft = ({ drafts, events, clock, ids, isErased }: Deps) => {
  const findEvent = eventOfForm(events);
  return async (form: RunForm, userId: UserId | null): Promise<Draft & { feeMinor: number }> => {
    const now = clock.now();
    const event = await findEvent(form);
    requireOpen(event, now);
    const feeMinor = Math.round(form.amountPaid * 100);
    requireFee(event, feeMinor, now);
    const draft: Draft = {
      _id: ids.newId(),
      eventId: event._id,
      form,
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + DRAFT_MS),
    };
    await drafts.add(draft);
    // the account may have been deleted concurrently: its form must not outlive it
    if (userId !== null && (await isErased(userId))) await drafts.removeOf(userId);
    return { ...draft, feeMinor };
  };
};
