/** What this machine makes up for itself the first time it starts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { localSecrets } from './settings.ts';

it('the keys are those of tests, and stay the same (PAY-21)', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'satrangi-secrets-'));

  const secrets = localSecrets(dataDir);

  expect(secrets.STRIPE_SECRET_KEY).toMatch(/^sk_test_\w{20,}$/);
  expect(secrets.CASHFREE_CLIENT_SECRET).toMatch(/^cfsk_test_/);
  expect(localSecrets(dataDir)).toEqual(secrets);
  rmSync(dataDir, { recursive: true, force: true });
});

it('a folder of an earlier version gets the secrets it lacks and keeps those it has', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'satrangi-secrets-'));
  const file = path.join(dataDir, 'secrets.json');
  const { TICKET_SECRET: _new, ...old } = localSecrets(dataDir);
  writeFileSync(file, JSON.stringify({ ...old, OF_ANOTHER_VERSION: 'kept' }));

  const secrets = localSecrets(dataDir);

  expect(secrets).toMatchObject(old);
  expect(secrets.TICKET_SECRET.length).toBeGreaterThanOrEqual(32);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...secrets, OF_ANOTHER_VERSION: 'kept' });
  expect(localSecrets(dataDir)).toEqual(secrets);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  rmSync(dataDir, { recursive: true, force: true });
});

it.each(['', '{"INTERNAL_SECRET":', '[]', '{"INTERNAL_SECRET":7}'])(
  'secrets that can not be read (%j) end the start and are never replaced',
  (text) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'satrangi-secrets-'));
    const file = path.join(dataDir, 'secrets.json');
    writeFileSync(file, text);

    expect(() => localSecrets(dataDir)).toThrow(/secrets\.json/);
    expect(readFileSync(file, 'utf8')).toBe(text);
    rmSync(dataDir, { recursive: true, force: true });
  },
);
