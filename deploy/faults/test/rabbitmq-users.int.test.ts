/** Users of compose at a RabbitMQ of this test: permitted operations succeed, all others are refused. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bus, createLog, on, openBus } from '@satrangi/chassis';
import { anEvent } from '@satrangi/chassis/testing';
import {
  accessGranted,
  envName,
  MediaId,
  type ServiceName,
  serviceNames,
  subscriptions,
  UserId,
} from '@satrangi/contracts';
import { rabbitDefinitions } from '@satrangi/start/store-users';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Infra, startInfra } from '../src/infra/infra.ts';

const VHOST = 'satrangi-users';
const START_MS = 240_000;

const folder = mkdtempSync(path.join(tmpdir(), 'satrangi-users-'));
const passwords = Object.fromEntries(serviceNames.map((name) => [name, randomBytes(24).toString('hex')]));
const buses: Bus[] = [];
let infra: Infra;

beforeAll(async () => {
  infra = await startInfra(folder, { amqpUrl: '', redisUrl: '', usesGivenStores: false });
  const definitions = Object.entries(passwords).reduce(
    (text, [name, word]) => text.replaceAll(`@${envName(name, 'PASSWORD')}@`, word),
    JSON.stringify(rabbitDefinitions(VHOST)),
  );
  const file = path.join(folder, 'definitions.json');
  writeFileSync(file, definitions);
  infra.rabbit.control?.(['import_definitions', file]);
}, START_MS);
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await infra[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(({ skip }) => skip(infra.rabbit.control === null, 'rabbitmq-server is not installed'));

const join = async (service: ServiceName): Promise<Bus> => {
  const url = new URL(infra.rabbit.url);
  url.username = service;
  url.password = passwords[service] ?? '';
  url.pathname = VHOST;
  const bus = await openBus(url.href, {
    service,
    log: createLog(service, 'silent'),
    secret: 'a secret between the services',
    declares: 'own',
  });
  buses.push(bus);
  return bus;
};
const granted = () =>
  anEvent(accessGranted, {
    data: {
      userId: UserId.parse('u1'),
      mediaId: MediaId.parse('m1'),
      mediaType: 'ebook',
      format: 'text',
    },
  });

it('lets a service publish its event, and the subscriber consume and retry it', async () => {
  const [library, payments] = [await join('library'), await join('payments')];
  const tries: string[] = [];
  payments.subscribe(
    on(subscriptions['payments.remember-owned'], async ({ id }) => {
      tries.push(id);
      if (tries.length === 1) throw new Error('not yet');
    }),
  );
  await Promise.all([library.ready(), payments.ready()]);
  const event = granted();
  await library.publish(event);

  await vi.waitFor(() => expect(tries).toEqual([event.id, event.id]), { timeout: 30_000 });
}, 60_000);

it('refuses to publish events of another service', async () => {
  const identity = await join('identity');
  await identity.ready();

  await expect(identity.publish(granted())).rejects.toThrow();
});

it('refuses to read queues of another service', async () => {
  const identity = await join('identity');
  await identity.ready();

  await expect(identity.parked.list('library.grant-access')).rejects.toThrow(/ACCESS.REFUSED/i);
  identity.subscribe(on(subscriptions['library.grant-access'], async () => {}));
  const outcome = await Promise.race([identity.ready().then(() => 'reads'), sleep(3_000, 'refused')]);
  expect(outcome).toBe('refused');
});
