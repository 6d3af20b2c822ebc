import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Endpoint, ServiceName } from '@satrangi/contracts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the gateway holds, read at each scrape. */
export type GatewayReadings = {
  readonly streams: () => number;
  readonly cache: () => { readonly entries: number; readonly bytes: number };
  readonly reads: () => { readonly hits: number; readonly misses: number };
  readonly bodyBytes: () => number;
  readonly inFlight: () => number;
  readonly failingServices: () => readonly ServiceName[];
};

/** The metrics of the gateway, named by the conventions of Prometheus. Labels are route patterns and names of services. */
export const createGatewayMetrics = (readings: GatewayReadings) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'gateway' });
  const registers = [registry];
  const requests = new Histogram({
    name: 'satrangi_http_request_duration_seconds',
    help: 'Time to answer a request that no kept answer served',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  const counter = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  gauge('satrangi_gateway_streams', 'Open event streams', readings.streams);
  gauge('satrangi_gateway_cache_entries', 'Answers kept in memory', () => readings.cache().entries);
  gauge('satrangi_gateway_cache_bytes', 'Bytes of answers kept in memory', () => readings.cache().bytes);
  counter('satrangi_gateway_cache_hits_total', 'Reads answered from memory', () => readings.reads().hits);
  counter(
    'satrangi_gateway_cache_misses_total',
    'Reads of cacheable endpoints without a kept answer',
    () => readings.reads().misses,
  );
  gauge('satrangi_gateway_body_bytes', 'Bytes of request bodies in memory', readings.bodyBytes);
  gauge('satrangi_gateway_requests_in_flight', 'Requests being answered', readings.inFlight);
  new Gauge({
    name: 'satrangi_gateway_circuit_breaker_open',
    help: '1 while the gateway does not call a service, because it fails',
    labelNames: ['target'],
    registers,
    collect() {
      this.reset();
      for (const target of readings.failingServices()) this.set({ target }, 1);
    },
  });

  let hasProcessMetrics = false;
  return {
    /** Records the time until the response is closed. */
    observe: ({ method, path }: Pick<Endpoint, 'method' | 'path'>, response: ServerResponse): void => {
      const began = performance.now();
      response.once('close', () => {
        const labels = { method, route: path, status: String(response.statusCode) };
        requests.observe(labels, (performance.now() - began) / 1_000);
      });
    },
    text: async (): Promise<{ readonly type: string; readonly text: string }> => {
      // observing the event loop and the garbage collector costs time: it begins with the first scrape
      if (!hasProcessMetrics) collectDefaultMetrics({ register: registry });
      hasProcessMetrics = true;
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
};
