import { readFile } from 'node:fs/promises';
import { bootService, freshSuffix, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { serviceNames, services, serviceUrls } from '@satrangi/contracts';
import { startGateway } from '@satrangi/gateway/gateway';
import { expect, it } from 'vitest';
import { loadService } from '../src/service-modules.ts';

const fileOf = (name: string): Promise<string> =>
  readFile(new URL(`../../monitoring/${name}`, import.meta.url), 'utf8');

/** Names that a rule may use: those of the answer, and the series of its histograms. */
const namesIn = (metrics: string): string[] =>
  [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );

/** Names of metrics in expressions: no functions, labels, numbers or words of the language. */
const namesUsed = (expression: string): string[] =>
  expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|without|on) \([^)]*\)/g, ' ')
    .match(/\b[a-z]+_\w+\b(?!\s*\()/g) ?? [];

const expressionsIn = async () => {
  const rules = [...(await fileOf('alerts.yaml')).matchAll(/^\s+expr: (.+)$/gm)].map(([, rule = '']) => rule);
  const { panels } = JSON.parse(await fileOf('dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return { rules, panels: panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)) };
};

/** The metrics of a service with jobs, providers and subscriptions, and of the gateway. */
const metricsOfProcesses = async (): Promise<string> => {
  await using payments = await bootService(await loadService('payments'), {
    env: {
      DB_SUFFIX: freshSuffix(),
      PUBLIC_URL: 'http://shop.test',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      CASHFREE_CLIENT_ID: 'client',
      CASHFREE_CLIENT_SECRET: 'client-secret',
    },
  });
  await using gateway = await startGateway({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    REDIS_URL: `memory:monitoring-${freshSuffix()}`,
    ...serviceUrls((name) => (name === 'payments' ? payments.url : 'http://127.0.0.1:9')),
    INTERNAL_SECRET: TEST_INTERNAL_SECRET,
    DRAIN_MS: '0',
  });
  await payments.runJob('count-ungranted');
  await fetch(`${gateway.url}/api/payments/orders/unknown`);
  const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
  const answers = await Promise.all([
    fetch(`${payments.url}/metrics`),
    fetch(`${gateway.url}/metrics`, { headers }),
  ]);
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
};

it('alert rules and panels use metrics that exist, and no label names a person', async () => {
  const text = await metricsOfProcesses();
  const known = new Set(namesIn(text));
  // of Prometheus itself: the result of a scrape
  known.add('up');
  const { rules, panels } = await expressionsIn();
  const unknown = [...rules, ...panels].flatMap(namesUsed).filter((name) => !known.has(name));

  expect(rules.length).toBeGreaterThan(10);
  expect(panels.length).toBeGreaterThan(15);
  expect([...rules, ...panels].filter((rule) => namesUsed(rule).length === 0 && rule !== 'up == 0')).toEqual(
    [],
  );
  expect(unknown).toEqual([]);
  expect(namesUsed('max(satrangi_not_there) > 0')).toEqual(['satrangi_not_there']);
  expect(text).toContain('satrangi_orders_paid_not_granted{service="payments"} 0');
  expect(text).toMatch(
    /satrangi_http_request_duration_seconds_count\{[^}]*route="\/payments\/orders\/:orderId"/,
  );
  expect(text).not.toMatch(/unknown"|@/);
});

it('every alert says what to do', async () => {
  const alerts = [...(await fileOf('alerts.yaml')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const headings = [...(await fileOf('README.md')).matchAll(/^### (\w+)$/gm)].map(([, name]) => name);

  expect(headings).toEqual(alerts);
});

it('Prometheus reads every service of the contracts at its port', async () => {
  const prometheus = await fileOf('prometheus.yaml');

  for (const name of serviceNames) expect(prometheus).toContain(`"${name}:${services[name].port}"`);
});
