import type { Bus } from '../bus/bus.ts';
import type { Subscription } from '../bus/events.ts';
import type { Relay } from '../store/relay/relay.ts';
import type { Metrics } from './metrics.ts';

type Parts = {
  readonly relay: Pick<Relay, 'depth' | 'oldestSeconds'>;
  readonly bus: Pick<Bus, 'parked'>;
  readonly subscriptions: readonly Subscription[];
};

/** Gauges of what waits: in the outbox, and in the dead-letter queues of this service. */
export const addServiceGauges = (metrics: Metrics, { relay, bus, subscriptions }: Parts): void => {
  metrics.gauge('satrangi_outbox_documents', 'Documents with pending outbox rows', relay.depth);
  metrics.gauge('satrangi_outbox_oldest_seconds', 'Age of the oldest pending event', relay.oldestSeconds);
  metrics.gauge('satrangi_bus_parked_messages', 'Parked messages of all own queues', async () => {
    const counts = await Promise.all(
      subscriptions.map(({ queue }) => bus.parked.count(queue).catch(() => 0)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  });
};
