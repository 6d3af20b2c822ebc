import { type Clock, type Handlers, type Ids, Refusal } from '@satrangi/chassis';
import { liveTypes, runTexts, type virtualRunApi } from '@satrangi/contracts';
import { eventError, isOver, toRunEvent } from './event.rules.ts';
import type { EventsStore } from './events.store.ts';

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
    const error = eventError(draft);
    if (error) {
      const [field, detail] = error;
      throw new Refusal('validation-failed', detail, { errors: [{ pointer: `/body/${field}`, detail }] });
    }
    const latest = startNew ? null : await events.latest();
    const id = latest?._id ?? ids.newId();
    const messages = {
      live: [{ message: { type: liveTypes.runUpdated, id }, audience: { to: 'everyone' as const } }],
    };
    if (!latest) await events.add({ ...draft, _id: id, revision: 1 }, messages);
    else if (!(await events.save(id, { draft, revision }, messages)))
      throw new Refusal('version-conflict', 'Somebody else has changed the event', {
        data: { current: await events.byId(id) },
      });
    const saved = await events.byId(id);
    if (!saved) throw new Refusal('not-found', runTexts.eventUnavailable);
    return toRunEvent(saved, clock.now());
  },
});
