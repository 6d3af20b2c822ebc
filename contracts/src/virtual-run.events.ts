import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Instant } from './schemas.ts';
import { RunActivity } from './virtual-run.form.ts';

export const virtualRunSnapshotRequested = defineEvent(
  'virtual-run.snapshot-requested.v1',
  'A service asks virtual-run to publish the events of all registrations again, with the same event ids.',
  z.object({ by: z.string() }),
);

export const runRegistered = defineEvent(
  'virtual-run.run-registered.v1',
  'A registration was paid, or made by an admin. One event id for each registration, however often it is published.',
  z.object({
    registrationId: z.string(),
    eventId: z.string(),
    source: z.enum(['web', 'admin']),
    activityType: RunActivity,
    rupeesMinor: z.int().describe('the fee in paise'),
    at: Instant,
  }),
);

export const registrationCancelled = defineEvent(
  'virtual-run.registration-cancelled.v1',
  'A registration that was published does not count any more. One event id for each registration.',
  z.object({
    registrationId: z.string(),
    eventId: z.string(),
    reason: z.enum(['refund', 'admin', 'erasure']),
  }),
);

export const goalReached = defineEvent(
  'virtual-run.goal-reached.v1',
  'The gifts to a page have reached its goal. Once for each page.',
  z.object({ registrationId: z.string() }),
);
