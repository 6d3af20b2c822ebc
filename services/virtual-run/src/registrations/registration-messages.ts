import type { LiveNotification, OutboxMessages, ServiceContext, Work } from '@satrangi/chassis';
import { goalReached, liveTypes, registrationCancelled, runRegistered } from '@satrangi/contracts';
import type { RunMailKind, StoredRegistration } from './registration.rules.ts';

export const RUN_MAIL = 'run-mail';

const everyone = (type: string, id: string): LiveNotification => ({
  message: { type, id },
  audience: { to: 'everyone' },
});
export const pageUpdated = ({ pageId }: Pick<StoredRegistration, 'pageId'>): LiveNotification =>
  everyone(liveTypes.runPageUpdated, pageId);

/** One mail for each key. */
export const mailWork = (kind: RunMailKind, { _id }: Pick<StoredRegistration, '_id'>, again = ''): Work => ({
  kind: RUN_MAIL,
  key: `${kind}:${_id}${again}`,
  data: { kind, registrationId: _id, again },
});

export type RegistrationMessages = ReturnType<typeof registrationMessages>;

/** Creates the outbox messages of a registration. The same event of one registration always has the same event id. */
export const registrationMessages = ({
  events: { newEvent },
  ids,
}: Pick<ServiceContext<unknown>, 'events' | 'ids'>) => {
  const subjectOf = ({ _id }: StoredRegistration): string => `registration/${_id}`;
  const registeredEvent = (registration: StoredRegistration, at: string) =>
    newEvent(runRegistered, {
      id: ids.eventId(runRegistered.type, registration._id),
      subject: subjectOf(registration),
      data: {
        registrationId: registration._id,
        eventId: registration.eventId,
        source: registration.source,
        activityType: registration.activityType,
        rupeesMinor: registration.paidMinor,
        at,
      },
    });
  const cancelledEvent = (registration: StoredRegistration, reason: 'refund' | 'admin' | 'erasure') =>
    newEvent(registrationCancelled, {
      id: ids.eventId(registrationCancelled.type, registration._id),
      subject: subjectOf(registration),
      data: { registrationId: registration._id, eventId: registration.eventId, reason },
    });
  return {
    registeredEvent,
    cancelledEvent,
    /** A registration began to count. */
    registered: (registration: StoredRegistration, at: string): OutboxMessages => ({
      events: [registeredEvent(registration, at)],
      live: [everyone(liveTypes.registration, registration.pageId), pageUpdated(registration)],
      work: [mailWork('registered', registration)],
    }),
    cancelled: (
      registration: StoredRegistration,
      reason: 'refund' | 'admin' | 'erasure',
    ): OutboxMessages => ({
      events: [cancelledEvent(registration, reason)],
      live: [everyone(liveTypes.runUpdated, registration.eventId), pageUpdated(registration)],
    }),
    goalReached: (registration: StoredRegistration): OutboxMessages => ({
      events: [
        newEvent(goalReached, {
          id: ids.eventId(goalReached.type, registration._id),
          subject: subjectOf(registration),
          data: { registrationId: registration._id },
        }),
      ],
      work: [mailWork('goal-reached', registration)],
    }),
  };
};
