import { expect, it } from 'vitest';
import {
  databaseName,
  type Endpoint,
  envName,
  erasingServices,
  type ServiceName,
  type SubscriptionDefinition,
  serviceNames,
  services,
  subscriptions,
  userDeleted,
} from './index.ts';

it('a hyphen in a name becomes an underscore in variables and databases', () => {
  expect(envName('virtual-run', 'URL')).toBe('VIRTUAL_RUN_URL');
  expect(databaseName('virtual-run' as ServiceName, '_7')).toBe('satrangi_virtual_run_7');
});

it('every service has a valid name and its own port', () => {
  for (const name of serviceNames) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  const ports = Object.values(services).map(({ port }) => port);

  expect(new Set(ports).size).toBe(serviceNames.length);
});

it.each(erasingServices)('%s has one erasure subscription, an export and a holdings endpoint', (service) => {
  const api: Readonly<Record<string, Endpoint>> = services[service].api;
  const erases = Object.values<SubscriptionDefinition>(subscriptions).filter(
    (one) =>
      one.service === service && one.event === userDeleted && one.queue !== `${service}.forget-sessions`,
  );

  expect(Object.keys(api)).toEqual(expect.arrayContaining(['exportMine', 'holdings']));
  expect(erases).toHaveLength(1);
});
