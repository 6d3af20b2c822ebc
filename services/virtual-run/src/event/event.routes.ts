import { type Clock, digestId, type Handlers, type Ids, Refusal } from '@satrangi/chassis';
import { liveTypes, type RunEventDraft, runTexts, type virtualRunApi } from '@satrangi/contracts';
import { eventError, isOver, type StoredEvent, toRunEvent } from './event.rules.ts';
import type { EventsStore } from './events.store.ts';

/** @param before the event that a new one follows @throws Refusal validation-failed */
const refuseImpossible = (draft: RunEventDraft, before: StoredEvent | null): void => {
  const error = eventError(draft, before);
  if (!error) return;
  const [field, detail] = error;
  throw new Refusal('validation-failed', detail, { errors: [{ pointer: `/body/${field}`, detail }] });
};

/** The id of the event that follows one: the same for each press of one form, so that it begins once. */
const nextId = (before: StoredEvent | null, ids: Ids): string =>
  before ? digestId(`${before._id}:${before.revision}`) : ids.newId();

export const eventRoutes = ({
  events,
  clock,
  ids,
}: {
  readonly events: EventsStore;
  readonly clock: Clock;
  readonly ids: Ids;
}): Pick<Handlers<typeof virtualRunApi>, 'getRun' | 'getEvent' | 'saveEvent'> => ({
  getRun: async () => {
    const event = await events.latest();
    if (!event?.isPublished || isOver(event, clock.now()))
      throw new Refusal('not-found', runTexts.eventUnavailable);
    return toRunEvent(event, clock.now());
  },
  getEvent: async () => {
    const event = await events.latest();
    if (!event) throw new Refusal('not-found', runTexts.eventUnavailable);
    return event;
  },
  saveEvent: async ({ body: { startNew, revision, ...draft } }) => {
    const latest = await events.latest();
    const isNew = startNew || !latest;
    const isSeen = revision === undefined || !latest || revision === latest.revision;
    if (isSeen) refuseImpossible(draft, startNew ? latest : null);
    const id = isNew ? nextId(latest, ids) : latest._id;
    const messages = {
      live: [{ message: { type: liveTypes.runUpdated, id }, audience: { to: 'everyone' as const } }],
    };
    // revisions grow from one event to the next: a form of the event before never fits the next one
    const write = async (): Promise<boolean> =>
      isNew
        ? events.add({ ...draft, _id: id, revision: (latest?.revision ?? 0) + 1 }, messages)
        : (await events.save(id, { draft, revision }, messages)) !== null;
    if (!isSeen || !(await write()))
      throw new Refusal('version-conflict', 'Somebody else has changed the event', {
        data: { current: await events.latest() },
      });
    const saved = await events.byId(id);
    if (!saved) throw new Refusal('not-found', runTexts.eventUnavailable);
    return toRunEvent(saved, clock.now());
  },
});
