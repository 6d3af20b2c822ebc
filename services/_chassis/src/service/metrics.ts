import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { BusHooks } from '../bus/bus.ts';

/** Creates the metrics of a service. Labels are route patterns and queue names, never addresses or ids. */
export const createMetrics = (service: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  const requests = new Histogram({
    name: 'satrangi_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const published = new Counter({
    name: 'satrangi_bus_published_total',
    help: 'Events published to the broker',
    labelNames: ['outcome'],
    registers,
  });
  const consumed = new Histogram({
    name: 'satrangi_bus_consumed_seconds',
    help: 'Time to handle a message',
    labelNames: ['queue', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  const parked = new Counter({
    name: 'satrangi_bus_parked_total',
    help: 'Parked messages (dead letters); see replay',
    labelNames: ['queue'],
    registers,
  });

  const hooks: BusHooks = {
    published: (outcome) => published.inc({ outcome }),
    consumed: (queue, outcome, ms) => consumed.observe({ queue, outcome }, ms / 1_000),
    parked: (queue) => parked.inc({ queue }),
  };
  return {
    hooks,
    observeRequest: (method: string, route: string, status: number, ms: number): void =>
      requests.observe({ method, route, status: String(status) }, ms / 1_000),
    /** A gauge that is read at each scrape. */
    gauge: (name: string, help: string, read: () => number | Promise<number>): void => {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          // an unavailable dependency must not fail the whole scrape
          this.set(await (async () => read())().catch(() => Number.NaN));
        },
      });
    },
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
