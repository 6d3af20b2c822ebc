import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture, outcomeOf, registerAdmin } from './fixture.ts';

const LAST_ADMIN = { code: 'last-admin', status: 409, message: 'At least one admin is required' };

const countAdmins = (fixture: Fixture): Promise<number> =>
  fixture.storedAccounts<{ _id: string; role: string }>().countDocuments({ role: 'ADMIN' });

describe('the last admin', () => {
  it('can be neither demoted nor deleted (IDN-38, S39)', async () => {
    await using fixture = await openFixture();
    const { client: admin, userId } = await fixture.admin();
    const params = { id: userId };

    expect(await outcomeOf(admin.deleteAccount({}))).toEqual(LAST_ADMIN);
    expect(await outcomeOf(admin.deleteUser({ params }))).toEqual(LAST_ADMIN);
    const demotion = { name: 'Admin', email: 'owner@example.org', role: 'USER' } as const;
    expect(await outcomeOf(admin.updateUser({ params, body: demotion }))).toEqual(LAST_ADMIN);

    expect(await admin.getProfile()).toMatchObject({ role: 'ADMIN' });
    expect((await admin.listUsers()).total).toBe(1);
  });

  it('of six admins who are deleted and demoted concurrently exactly one remains (IDN-38, P41, P85)', async () => {
    await using fixture = await openFixture();
    const others = [];
    for (let n = 0; n < 5; n += 1) others.push(await registerAdmin(fixture, `admin-${n}@example.org`));
    const first = await fixture.admin();
    const allAdmins = [
      ...others.map((one) => ({ ...one, name: 'x' })),
      { ...first, email: 'owner@example.org' },
    ];

    const outcomes = await Promise.all(
      allAdmins.flatMap(({ client, userId, email }, n) =>
        n % 2
          ? [outcomeOf(client.deleteAccount({}))]
          : [
              outcomeOf(
                client.updateUser({ params: { id: userId }, body: { name: 'Gone', email, role: 'USER' } }),
              ),
            ],
      ),
    );

    expect(await countAdmins(fixture)).toBe(1);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(outcomes.filter(({ code }) => code === 'last-admin')).toHaveLength(1);
  });

  it('without the check the last admin is lost (negative control)', async () => {
    const mutated: typeof import('./fixture.ts') = await import(
      /* @vite-ignore */ `./fixture.ts?mutations=${'last-admin'}`
    );
    await using fixture = await mutated.openFixture();
    const { client: admin } = await fixture.admin();

    await admin.deleteAccount({});

    expect(await countAdmins(fixture)).toBe(0);
  });

  it('a removal whose process stopped does not block others for long', async () => {
    await using fixture = await openFixture();
    const second = await registerAdmin(fixture, 'second@example.org');
    const { client: admin } = await fixture.admin();
    const at = new Date(fixture.service.clock.now().getTime() - 11_000);
    await fixture
      .storedAccounts()
      .updateOne({ _id: second.userId }, { $set: { leaving: { token: 'stale', at } } });

    expect((await outcomeOf(admin.deleteAccount({}))).status).toBe(200);
    expect(await countAdmins(fixture)).toBe(1);
  });
});
