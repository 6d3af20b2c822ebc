import type { EventDefinition, EventOf } from '@satrangi/contracts';
import type { Model } from 'mongoose';
import type { z } from 'zod';
import type { ServiceContext } from './service-context.ts';

type SnapshotRequest = EventDefinition<
  `${string}.snapshot-requested.v${number}`,
  z.ZodType<{ by: string }, { by: string }>
>;

/**
 * Requests all events of a projection again from their owner when the projection is empty or `PROJECTION_REBUILD=1`.
 * Repeats the request until the projection is not empty. Does not wait for it.
 * @param definition the owner's `<owner>.snapshot-requested.v1`
 * @param lacks a field that rows of an older version do not have: while there is such a row, one request at each start
 */
export const requestSnapshot = async <T>(
  context: ServiceContext<unknown>,
  definition: SnapshotRequest,
  projection: Model<T>,
  { againMs = 3_000, lacks }: { readonly againMs?: number; readonly lacks?: string } = {},
): Promise<void> => {
  const isEmpty = async (): Promise<boolean> =>
    (await projection.findOne({}, { _id: 1 }).lean().exec()) === null;
  const request = async (): Promise<void> => {
    const event = context.events.newEvent(definition, {
      subject: `service/${context.name}`,
      data: { by: context.name },
    });
    await context.events.publish(event as EventOf<EventDefinition>).catch(() => {
      // the broker is unavailable; requested again below
    });
  };
  const rebuild = context.settings.rebuildProjections;
  const requestForOld = async (field: string): Promise<void> => {
    const old = await projection.collection.findOne({ [field]: { $exists: false } });
    if (old !== null) await request();
  };
  if (!rebuild && !(await isEmpty())) {
    if (lacks === undefined) return;
    // it reads every row when none is old: after the start; a failed read is repeated by the next start
    const check = setTimeout(() => requestForOld(lacks).catch(() => {}), againMs);
    check.unref();
    context.onStop(() => clearTimeout(check));
    return;
  }
  void request();
  const timer = setInterval(() => {
    isEmpty()
      .then((empty) => (empty ? request() : clearInterval(timer)))
      .catch(() => {});
  }, againMs);
  timer.unref();
  context.onStop(() => clearInterval(timer));
};
