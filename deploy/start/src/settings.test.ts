/** What this machine makes up for itself the first time it starts. */
import { mkdtempSync, rmSync } from 'node:fs';
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
