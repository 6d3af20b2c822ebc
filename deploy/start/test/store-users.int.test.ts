/** Store users of compose at a real Redis and RabbitMQ: permitted operations succeed, all others are refused. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Bus, createLog, on, openBus, openLiveLog } from '@satrangi/chassis';
import { anEvent } from '@satrangi/chassis/testing';
import {
  accessGranted,
  MediaId,
  type ServiceName,
  serviceNames,
  subscriptions,
  UserId,
} from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../src/index.ts';
import { rabbitDefinitions } from '../src/store-users.ts';

const docker = (name: string): string => fileURLToPath(new URL(`../../docker/${name}`, import.meta.url));
const password = (): string => randomBytes(24).toString('hex');
const folder = mkdtempSync(path.join(tmpdir(), 'satrangi-users-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const passwords: Record<string, string> = Object.fromEntries(
  ['gateway', ...serviceNames].map((name) => [name, password()]),
);
const environment = Object.fromEntries(
  Object.entries(passwords).map(([name, word]) => [
    `${name.replaceAll('-', '_').toUpperCase()}_PASSWORD`,
    word,
  ]),
);
const SHELL = '/bin/sh';
const hasRedis = existsSync('/usr/bin/redis-server') && existsSync(SHELL);

describe.skipIf(!hasRedis)('Redis', () => {
  let port = 0;
  let stop = async (): Promise<void> => {};
  beforeAll(async () => {
    [port = 0] = await freePorts(1);
    const users = path.join(folder, 'users.acl');
    const child = spawn(
      SHELL,
      [
        docker('with-users.sh'),
        docker('redis-users.acl'),
        users,
        '/usr/bin/redis-server',
        '--aclfile',
        users,
      ].concat(['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']),
      { env: { PATH: process.env.PATH, ...environment }, stdio: 'ignore', cwd: folder },
    );
    stop = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    await vi.waitFor(async () => expect(await sendCommand('gateway', 'PING')).toBe('+PONG'), {
      timeout: 15_000,
    });
  });
  afterAll(() => stop());

  /** Sends one command as a user. @returns the first line of the response */
  const sendCommand = (user: string | null, ...words: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const login = user ? [`AUTH ${user} ${passwords[user]}`] : [];
      const lines = [...login, words.join(' '), ''];
      let answer = '';
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        answer += chunk.toString();
        const found = answer.split('\r\n')[login.length];
        if (answer.split('\r\n').length > login.length + 1) {
          socket.destroy();
          resolve(found ?? '');
        }
      });
      socket.write(lines.join('\r\n'));
    });
  const url = (user: string): string => `redis://${user}:${passwords[user]}@127.0.0.1:${port}`;

  it('lets each service publish live messages and the gateway receive them', async () => {
    const gateway = await openLiveLog(url('gateway'));
    const received: string[] = [];
    gateway.subscribe(({ message }) => received.push(message.id));
    await vi.waitFor(() => expect(gateway.state()).toBe('up'), { timeout: 10_000 });
    const before = await gateway.latestId();
    for (const name of serviceNames) {
      const live = await openLiveLog(url(name));
      await vi.waitFor(() => expect(live.state()).toBe('up'), { timeout: 10_000 });
      await live.publish({ type: 'ebook-updated', id: name }, { to: 'everyone' });
      await live.close();
    }

    await vi.waitFor(() => expect(received).toEqual(serviceNames), { timeout: 10_000 });
    expect(await gateway.replay(before)).toHaveLength(serviceNames.length);
    await gateway.close();
  });

  it('lets the gateway count requests', async () => {
    const key = 'satrangi:limit:normal:visitor';
    const script = `"return redis.call('INCR', KEYS[1]) + redis.call('PTTL', KEYS[1])"`;
    const sha = await sendCommand('gateway', 'SCRIPT', 'LOAD', script);

    expect(sha).toMatch(/^\$40/);
    expect(await sendCommand('gateway', 'EVAL', script, '1', key)).toBe(':0');
    expect(await sendCommand('gateway', 'DECR', key)).toBe(':0');
  });

  it.each([
    [null, 'PING'],
    [null, 'GET satrangi:live:epoch'],
    ['identity', 'GET satrangi:limit:normal:visitor'],
    ['identity', 'GET other'],
    ['identity', 'PUBLISH other x'],
    ['payments', 'KEYS *'],
    ['payments', 'FLUSHALL'],
    ['payments', 'DEL satrangi:live'],
    ['payments', 'CONFIG GET *'],
    ['gateway', 'ACL LIST'],
    ['gateway', 'MONITOR'],
    ['gateway', 'SET other x'],
    ['gateway', "EVAL \"return redis.call('SET','other',1)\" 0"],
  ])('refuses %s the command %s', async (user, command) => {
    expect(await sendCommand(user, command)).toMatch(
      /^-(NOPERM|NOAUTH|ERR ACL failure|ERR .*(permission|key))/i,
    );
  });

  it.each(['', 'a b', "x'; rm", 'tick`'])('refuses a password like %j at startup', (word) => {
    const { status } = spawnSync(
      SHELL,
      [docker('with-users.sh'), docker('redis-users.acl'), path.join(folder, 'never'), 'true'],
      { env: { PATH: process.env.PATH, ...environment, IDENTITY_PASSWORD: word } },
    );

    expect([status, existsSync(path.join(folder, 'never'))]).toEqual([78, false]);
  });
});

const ctl = (...args: readonly string[]): string =>
  execFileSync('rabbitmqctl', ['-q', ...args], { encoding: 'utf8', stdio: 'pipe', timeout: 60_000 });
const hasRabbit = ((): boolean => {
  if (process.env.TEST_AMQP_URL && new URL(process.env.TEST_AMQP_URL).port !== '5672') return false;
  return spawnSync('rabbitmqctl', ['-q', 'list_vhosts'], { timeout: 30_000 }).status === 0;
})();

describe.skipIf(!hasRabbit)('RabbitMQ', () => {
  const vhost = `satrangi-users-${randomBytes(4).toString('hex')}`;
  const prefix = `${vhost}-`;
  const buses: Bus[] = [];
  beforeAll(() => {
    const definitions = JSON.stringify(rabbitDefinitions(vhost, prefix))
      .replaceAll('@RABBITMQ_PASSWORD@', password())
      .replaceAll(/@(\w+)_PASSWORD@/g, (_, name: string) => passwords[name.toLowerCase()] ?? '');
    const file = path.join(folder, 'definitions.json');
    writeFileSync(file, definitions);
    // rabbitmqctl reads the file as the user of the broker
    chmodSync(folder, 0o755);
    ctl('import_definitions', file);
  }, 90_000);
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    ctl('delete_vhost', vhost);
    for (const name of ['operator', ...serviceNames]) ctl('delete_user', `${prefix}${name}`);
  }, 90_000);

  const join = async (service: ServiceName): Promise<Bus> => {
    const bus = await openBus(`amqp://${prefix}${service}:${passwords[service]}@127.0.0.1:5672/${vhost}`, {
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
});
