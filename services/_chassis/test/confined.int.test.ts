import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forkConfined, hasNetworkNamespaces } from '../src/confined/fork-confined.ts';
import type { Attempt } from './fixtures/confined-script.ts';

const script = new URL('./fixtures/confined-script.ts', import.meta.url);
let folder: string;
let calls = 0;
const server = createServer((socket) => {
  calls += 1;
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satrangi-confined-'));
  await mkdir(join(folder, 'given'));
  await mkdir(join(folder, 'made'));
  await writeFile(join(folder, 'given', 'book.txt'), 'the given book');
  await writeFile(join(folder, 'other.txt'), 'another book');
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (useNamespace: boolean) => {
  const child = forkConfined(
    script,
    {
      ...{ service: 'library', memoryMb: 128, useNamespace },
      read: [`${dirname(fileURLToPath(script))}/`, join(folder, 'given/'), join(folder, 'made/')],
      write: [join(folder, 'made/')],
    },
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  return {
    child,
    attempt: async (attempt: Attempt): Promise<{ ok: boolean; result: string | null }> => {
      child.send(attempt);
      const [answer] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
      return answer;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
    },
  };
};

const address = server.address.bind(server);
const port = (): number => {
  const at = address();
  return at && typeof at === 'object' ? at.port : 0;
};

describe.each([
  ['with the sandbox of the system', true],
  ['without a sandbox of the system', false],
])('a confined process %s', (_where, useNamespace) => {
  it('reads and writes the given files', async () => {
    await using confined = open(useNamespace);

    const read = await confined.attempt({ what: 'read', path: join(folder, 'given', 'book.txt') });
    const wrote = await confined.attempt({ what: 'write', path: join(folder, 'made', 'page.txt') });

    expect(read).toEqual({ ok: true, result: 'the given book' });
    expect(wrote.ok).toBe(true);
    expect(await readdir(join(folder, 'made'))).toContain('page.txt');
  });

  it('reads no other file, such as other uploads, system files and settings', async () => {
    await using confined = open(useNamespace);
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const others = [
      join(folder, 'other.txt'),
      join(folder, 'given', '..', 'other.txt'),
      ...['/etc/passwd', '/proc/self/environ', '/proc/1/environ'],
      ...[join(root, '.env'), join(root, 'services/payments/src/config.ts')],
    ];
    for (const path of others)
      expect(await confined.attempt({ what: 'read', path }), path).toMatchObject({
        ok: false,
        result: expect.stringContaining('restricted'),
      });
    expect((await confined.attempt({ what: 'list', path: folder })).ok).toBe(false);
  });

  it('cannot write read-only files or create links', async () => {
    await using confined = open(useNamespace);
    const given = join(folder, 'given', 'book.txt');
    const to = join(folder, 'made', 'link');

    expect((await confined.attempt({ what: 'write', path: given })).ok).toBe(false);
    expect((await confined.attempt({ what: 'symlink', path: join(folder, 'other.txt'), to })).ok).toBe(false);
    expect((await confined.attempt({ what: 'link', path: join(folder, 'other.txt'), to })).ok).toBe(false);
    expect(readFileSync(given, 'utf8')).toBe('the given book');
  });

  it('cannot start a process or thread', async () => {
    await using confined = open(useNamespace);

    expect((await confined.attempt({ what: 'process' })).ok).toBe(false);
    expect((await confined.attempt({ what: 'worker' })).ok).toBe(false);
  });

  it('cannot use the network', async () => {
    await using confined = open(useNamespace);
    const before = calls;
    const ways = ['connect', 'socket', 'listen', 'http', 'fetch', 'builtin', 'datagram', 'lookup', 'binding'];
    for (const what of ways) {
      const { ok } = await confined.attempt({ what, port: port() });
      expect([what, ok]).toEqual([what, false]);
    }

    expect(calls).toBe(before);
    await fetch(`http://127.0.0.1:${port()}/`);
    expect(calls, 'the server is there').toBe(before + 1);
  });
});

it.runIf(hasNetworkNamespaces())('a confined process has its own network namespace', async () => {
  await using confined = open(true);
  await confined.attempt({ what: 'read', path: join(folder, 'given', 'book.txt') });

  const network = readlinkSync(`/proc/${confined.child.pid}/ns/net`);

  expect(network).not.toBe(readlinkSync('/proc/self/ns/net'));
});
