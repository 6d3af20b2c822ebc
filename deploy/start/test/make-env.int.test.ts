import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-env-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const makeEnv = (name: string, ...options: string[]) => {
  const file = path.join(dir, name);
  const args = [path.join(root, 'deploy/docker/make-env.mjs'), ...options, '--to', file];
  return { file, ...spawnSync(process.execPath, args, { encoding: 'utf8' }) };
};
const settingsIn = (file: string): Map<string, string> =>
  new Map(
    [...readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

it('writes every setting that compose requires, each with its own secret, for its owner only', () => {
  const { file, status, stdout } = makeEnv('fresh', 'first@admin.example');
  const settings = settingsIn(file);
  const compose = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
  const required = new Set([...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name));

  expect(status).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(required.size).toBeGreaterThan(20);
  expect([...required].filter((name) => !settings.get(name))).toEqual([]);
  const secrets = [...settings]
    .filter(([name]) => /_(SECRET|PASSWORD)$/.test(name))
    .map(([, value]) => value);
  expect(secrets.every((value) => value.length >= 16)).toBe(true);
  expect(settings.get('COMPOSE_PROFILES')).toBe('sandbox');
  expect(new Set(secrets).size).toBe(secrets.length);
  expect(stdout).toContain(`first@admin.example, ${settings.get('ADMIN_PASSWORD')}`);
});

it('leaves an existing file alone, and requires the mail address of the first admin', () => {
  const first = makeEnv('kept', 'first@admin.example');
  const before = readFileSync(first.file, 'utf8');
  const second = makeEnv('kept', 'second@admin.example');

  expect([second.status, readFileSync(first.file, 'utf8') === before]).toEqual([1, true]);
  expect(second.stderr).toContain('exists and was left as it is');
  expect(makeEnv('unnamed').status).toBe(1);
});

it('for production, names what only the owner of the accounts knows', () => {
  const { file, stdout } = makeEnv('production', 'first@admin.example', '--production');
  const settings = settingsIn(file);

  expect(settings.get('NODE_ENV')).toBe('production');
  expect([settings.get('STRIPE_SECRET_KEY'), settings.get('SANDBOX_PASSWORD')]).toEqual(['', '']);
  expect(settings.get('COMPOSE_PROFILES')).toBe('');
  expect(settings.get('INTERNAL_SECRET')).toHaveLength(43);
  expect(stdout).toContain(
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, CASHFREE_CLIENT_ID',
  );
});
