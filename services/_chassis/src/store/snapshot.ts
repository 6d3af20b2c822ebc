import type { EventDefinition, EventOf } from '@satrangi/contracts';
import type { Model } from 'mongoose';
import type { z } from 'zod';
import type { Kit } from '../kit.ts';

type SnapshotRequest = EventDefinition<
  `${string}.snapshot-requested.v${number}`,
  z.ZodType<{ by: string }, { by: string }>
>;

/**
 * Asks the owner of a projection to announce everything again, when the projection is empty or `PROJECTION_REBUILD=1`.
 * Asks every few seconds until the first answer is there. Comes back at once: a service works without waiting for it.
 * @param definition the owner's `<owner>.snapshot-requested.v1`
 * @param lacks a field that items remembered by an older version lack: while one does, the owner is asked once at a start
 */
export const requestSnapshot = async <T>(
  kit: Kit<unknown>,
  definition: SnapshotRequest,
  projection: Model<T>,
  { againMs = 3_000, lacks }: { readonly againMs?: number; readonly lacks?: string } = {},
): Promise<void> => {
  const isEmpty = async (): Promise<boolean> =>
    (await projection.findOne({}, { _id: 1 }).lean().exec()) === null;
  const ask = async (): Promise<void> => {
    const event = kit.events.newEvent(definition, {
      subject: `service/${kit.name}`,
      data: { by: kit.name },
    });
    await kit.events.publish(event as EventOf<EventDefinition>).catch(() => {
      // the broker is not there yet; asked again below
    });
  };
  const rebuild = kit.settings.rebuildProjections;
  const isOld = async (): Promise<boolean> =>
    lacks !== undefined && (await projection.collection.findOne({ [lacks]: { $exists: false } })) !== null;
  if (!rebuild && !(await isEmpty()) && !(await isOld())) return;
  void ask();
  const timer = setInterval(() => {
    isEmpty()
      .then((empty) => (empty ? ask() : clearInterval(timer)))
      .catch(() => {});
  }, againMs);
  timer.unref();
  kit.onStop(() => clearInterval(timer));
};
