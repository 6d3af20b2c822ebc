import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { stopwatch } from '../base/clock.ts';
import type { BusHooks } from '../bus/bus.ts';

/** A global value that was not measured again within this time belongs to another replica now. */
const GLOBAL_VALUE_MS = 60_000;

/** The series of messages over the broker. */
const createBusSeries = (registers: Registry[]) => ({
  published: new Counter({
    name: 'satrangi_bus_published_total',
    help: 'Events published to the broker',
    labelNames: ['outcome'],
    registers,
  }),
  consumed: new Histogram({
    name: 'satrangi_bus_message_duration_seconds',
    help: 'Time to handle a message',
    labelNames: ['queue', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  }),
  messageAge: new Histogram({
    name: 'satrangi_bus_message_age_seconds',
    help: 'Time from an event to its handling: outbox, relay, broker and queue together',
    labelNames: ['queue'],
    buckets: [0.05, 0.1, 0.25, 1, 5, 30, 300, 3_600],
    registers,
  }),
  parked: new Counter({
    name: 'satrangi_bus_parked_total',
    help: 'Parked messages (dead letters); see replay',
    labelNames: ['queue'],
    registers,
  }),
});

/** The series of requests, jobs and calls of providers. */
const createCallSeries = (registers: Registry[]) => ({
  requests: new Histogram({
    name: 'satrangi_http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  }),
  jobs: new Histogram({
    name: 'satrangi_job_duration_seconds',
    help: 'Time of one run of a periodic job',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  }),
  providers: new Histogram({
    name: 'satrangi_provider_request_duration_seconds',
    help: 'Time of one call of a provider outside, retries included',
    labelNames: ['provider', 'call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  }),
});

/** Gauges that the parts of a service add. */
const createGauges = (registers: Registry[]) => ({
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
  /**
   * A value of the service as a whole. The replica that measured it last exports it, so that replicas are not added up.
   * @returns records a measured value
   */
  globalGauge: (name: string, help: string): ((value: number) => void) => {
    let measured = { value: 0, elapsed: (): number => Number.POSITIVE_INFINITY };
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (measured.elapsed() < GLOBAL_VALUE_MS) this.set(measured.value);
        else this.reset();
      },
    });
    return (value) => {
      measured = { value, elapsed: stopwatch() };
    };
  },
});

/** Runs `act` and records its time and outcome. @throws what `act` throws */
const timed = async <T>(
  record: (outcome: string, seconds: number) => void,
  act: () => Promise<T>,
): Promise<T> => {
  const elapsed = stopwatch();
  let outcome = 'failed';
  try {
    const result = await act();
    outcome = 'done';
    return result;
  } finally {
    record(outcome, elapsed() / 1_000);
  }
};

/**
 * Creates the metrics of a service, named by the conventions of Prometheus. Labels are route patterns, queue names and names of
 * components, never addresses or ids.
 */
export const createMetrics = (service: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  const { requests, jobs, providers } = createCallSeries(registers);
  const { published, consumed, messageAge, parked } = createBusSeries(registers);

  const hooks: BusHooks = {
    published: (outcome) => published.inc({ outcome }),
    consumed: (queue, outcome, ms) => consumed.observe({ queue, outcome }, ms / 1_000),
    parked: (queue) => parked.inc({ queue }),
  };

  let hasProcessMetrics = false;
  return {
    hooks,
    observeRequest: (method: string, route: string, status: number, ms: number): void =>
      requests.observe({ method, route, status: String(status) }, ms / 1_000),
    observeMessageAge: (queue: string, ms: number): void =>
      messageAge.observe({ queue }, Math.max(0, ms) / 1_000),
    /** Runs a job. @throws what it throws */
    timeJob: <T>(job: string, act: () => Promise<T>): Promise<T> =>
      timed((outcome, seconds) => jobs.observe({ job, outcome }, seconds), act),
    /** Calls a provider. @throws what the call throws */
    timeProvider: <T>(provider: string, call: string, act: () => Promise<T>): Promise<T> =>
      timed((outcome, seconds) => providers.observe({ provider, call, outcome }, seconds), act),
    ...createGauges(registers),
    text: (): Promise<string> => {
      // observing the event loop and the garbage collector costs time: it begins with the first scrape
      if (!hasProcessMetrics) collectDefaultMetrics({ register: registry });
      hasProcessMetrics = true;
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
