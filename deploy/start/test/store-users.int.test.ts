/** Users of compose at a real Redis: permitted commands succeed, all others are refused. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { openLiveLog } from '@satrangi/chassis';
import { serviceNames } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../src/index.ts';

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
