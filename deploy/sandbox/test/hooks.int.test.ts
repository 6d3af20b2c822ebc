import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { HookCall } from '../src/hooks/hook-routes.ts';
import type { Sandbox } from '../src/index.ts';
import { control, setKnob, startSandboxFixture } from './fixture.ts';

const nowhere = 'http://127.0.0.1:1';
const deployedAt = '2026-11-01T10:00:00.000Z';

/** Calls the hook as cms does. @returns the status */
const deploy = async (
  { url }: Pick<Sandbox, 'url'>,
  revision: number,
  header = String(revision),
): Promise<number> => {
  const response = await fetch(`${url}/sandbox/hooks/deploy`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-revision': header },
    body: JSON.stringify({ revision, deployedAt }),
  });
  return response.status;
};
const callsOf = async (fixture: Sandbox): Promise<HookCall[]> =>
  (await control<HookCall[]>(fixture, 'GET', '/hooks')).body;

it('the deploy hook takes a call and lists it with its revision', async () => {
  await using fixture = await startSandboxFixture(nowhere);

  expect([await deploy(fixture, 7), await deploy(fixture, 8), await deploy(fixture, 8, '9')]).toEqual([
    200, 200, 400,
  ]);

  expect(await callsOf(fixture)).toMatchObject([
    { hook: 'deploy', revision: 8, deployedAt, status: 200 },
    { hook: 'deploy', revision: 7, deployedAt, status: 200 },
  ]);
});

it('the deploy hook fails and hangs by knobs, and lists what it refused', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  await setKnob(fixture, { target: 'hooks.deploy', status: 503, times: 2 });
  const statuses = [await deploy(fixture, 1), await deploy(fixture, 1), await deploy(fixture, 1)];
  await setKnob(fixture, { target: 'hooks.deploy', hang: 300 });
  const began = performance.now();
  await deploy(fixture, 2);

  expect(performance.now() - began).toBeGreaterThan(250);
  expect(statuses).toEqual([503, 503, 200]);
  expect((await callsOf(fixture)).map(({ revision, status }) => [revision, status])).toEqual([
    [2, 200],
    [1, 200],
    [1, 503],
    [1, 503],
  ]);
});

it('calls of the deploy hook survive a restart, and are listed with the password only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hooks-'));
  try {
    {
      await using first = await startSandboxFixture(nowhere, { dataDir, password: 'a-password' });
      expect(await deploy(first, 3)).toBe(200);
      expect((await control(first, 'GET', '/hooks')).status).toBe(401);
    }
    await using second = await startSandboxFixture(nowhere, { dataDir });
    expect((await callsOf(second)).map(({ revision }) => revision)).toEqual([3]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
