/** The first start in an empty data folder: terminal output, shop, and file permissions. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { cmsApi, createClient, identityApi } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { freePorts } from '../src/index.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const START_MS = 150_000;

const begin = (env: Record<string, string>): { child: ChildProcess; printed: () => string } => {
  const { NODE_ENV: _env, ...outer } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { ...outer, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  return { child, printed: () => printed };
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));

/** True when other users have any permission on it. */
const isOpen = (file: string): boolean => (lstatSync(file).mode & 0o077) !== 0;

it('prints progress lines, reports seeding in the shop, and creates private files', {
  timeout: 2 * START_MS,
}, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'satrangi-first-'));
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const { child, printed } = begin({ PORT: String(port), DATA_DIR: dataDir });
  try {
    const early = await vi.waitFor(
      async () => {
        const { filling } = (await (await fetch(`${url}/api/readyz`)).json()) as {
          filling?: { total: number };
        };
        if (!filling) throw new Error('not filling');
        return { filling, shell: await (await fetch(url)).text() };
      },
      { timeout: START_MS, interval: 50 },
    );
    await vi.waitFor(() => expect(printed()).toContain('  Data '), { timeout: START_MS, interval: 100 });
    // the seeding comes from the address of the first visitor, and must leave them their requests
    const visit = await fetch(`${url}/api/library`);
    const late = await (await fetch(`${url}/api/readyz`)).json();
    const shell = await (await fetch(url)).text();
    const report = await fetch(`${url}/sandbox/mail/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messageId: '<unknown@house>', kind: 'hard' }),
    });

    const [, email, password] = /(\S+@\S+) {2}(\S+) {3}\(shown this once/.exec(printed()) ?? [];
    const { token } = await createClient(identityApi, { baseUrl: `${url}/api` }).login({
      body: { email: email ?? '', password: password ?? '' },
    });
    const cms = createClient(cmsApi, { baseUrl: `${url}/api`, token: () => token });
    const letters = await cms.listLetters();
    const { revision } = await cms.deploy();
    const hooks = async (): Promise<unknown> => (await fetch(`${url}/sandbox/hooks`)).json();

    expect(letters.map(({ subject }) => subject)).toEqual(['The first letter: a lamp in the window']);
    // Deploy in the back office calls the hook of the sandbox
    await vi.waitFor(async () => expect(await hooks()).toMatchObject([{ revision, status: 200 }]), {
      timeout: 20_000,
      interval: 100,
    });
    expect(visit.headers.get('ratelimit') ?? '').toContain('r=299');
    expect(early.filling.total).toBeGreaterThan(50);
    expect(early.shell).toContain('"filling":"yes"');
    expect(late).not.toHaveProperty('filling');
    // sandbox and cms share the generated REPORT_SECRET
    expect(await report.json()).toEqual({ status: 200 });
    expect(shell).not.toContain('"filling"');
    for (const step of ['store', 'services', 'gateway', 'titles', 'visitors'])
      expect(printed()).toMatch(new RegExp(`^ {2}${step} +[\\d.]+ s {3}`, 'm'));
    expect(printed()).toContain('12 demo runners registered, 8 demo submissions received');
    expect(printed().split('\n').length).toBeLessThan(20);
    if (process.platform !== 'win32') expect([dataDir, ...filesBelow(dataDir)].filter(isOpen)).toEqual([]);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
