import { type connectionsApi, operationsApi, PARKED_MAX, type ParkedRow } from '@satrangi/contracts';
import { scrub } from '../base/log.ts';
import { type Bus, PARKED_READ_MAX, type ParkedMessage, parkedKey } from '../bus/bus.ts';
import type { Subscription } from '../bus/events.ts';
import { type Handlers, type MountedApi, mountApi } from '../http/mount-api.ts';
import { Refusal } from '../http/refusal.ts';

type Deps = {
  readonly service: string;
  readonly subscriptions: readonly Pick<Subscription, 'queue'>[];
  readonly bus: Pick<Bus, 'state' | 'parked'>;
  readonly connections: Handlers<ReturnType<typeof connectionsApi<string>>>;
};

const REASON_MAX = 200;

/** What may be shown of a text that anybody could have published. */
const opaque = (text: unknown): string | null =>
  typeof text === 'string' && /^[\w.:-]{1,80}$/.test(text) ? text : null;

const typeOf = (body: string): unknown => {
  try {
    const event: unknown = JSON.parse(body);
    return typeof event === 'object' && event !== null && 'type' in event ? event.type : null;
  } catch {
    return null;
  }
};

/** A parked message without its body. */
const toRow = (message: ParkedMessage): ParkedRow => ({
  key: `${message.queue}.${parkedKey(message)}`,
  queue: message.queue,
  event: opaque(typeOf(message.body)),
  id: opaque(message.id),
  reason: scrub(message.reason).slice(0, REASON_MAX),
  attempts: message.attempts,
  parkedAt: message.parkedAt || null,
});

/** The endpoints that every service has: its parked messages (decision 0083) and its connections (decision 0084). */
export const mountOperations = ({ service, subscriptions, bus, connections }: Deps): MountedApi => {
  const queues = subscriptions.map(({ queue }) => queue);
  const refuseWhenDown = (): void => {
    if (bus.state() === 'down') throw new Refusal('unavailable', 'The message broker can not be reached');
  };
  /** @throws Refusal not-found */
  const settle = async (key: string, act: (queue: string, hash: string) => Promise<number>) => {
    refuseWhenDown();
    const at = key.lastIndexOf('.');
    const [queue, hash] = [key.slice(0, at), key.slice(at + 1)];
    if (!queues.includes(queue) || (await act(queue, hash)) === 0)
      throw new Refusal('not-found', 'This message is not parked any more');
    return { ok: true } as const;
  };
  return mountApi(operationsApi(service), {
    listParked: async () => {
      refuseWhenDown();
      const found = await Promise.all(queues.map((queue) => bus.parked.list(queue, PARKED_READ_MAX)));
      const rows = found.flat().map(toRow);
      rows.sort((a, b) => (a.parkedAt ?? '').localeCompare(b.parkedAt ?? ''));
      return { items: rows.slice(0, PARKED_MAX), total: rows.length };
    },
    replayParked: ({ params: { key } }) =>
      settle(key, (queue, hash) => bus.parked.replay(queue, undefined, hash)),
    discardParked: ({ params: { key } }) => settle(key, bus.parked.discard),
    ...connections,
  });
};
