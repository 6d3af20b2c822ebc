import { describe, expect, it, vi } from 'vitest';
import { openWorld, PASSWORD, refusal, tokenIn, type World } from './world.ts';

const LAST = { code: 'last-admin', status: 409, message: 'At least one admin is required' };

const promoted = async (world: World, email: string) => {
  const { desk } = await world.admin();
  const { userId } = await world.join(email, { name: `Admin ${email}` });
  await desk.updateUser({ params: { id: userId }, body: { name: 'Second', email, role: 'ADMIN' } });
  const { token } = await world.logIn(email, PASSWORD);
  return { userId, email, token, desk: world.as(token) };
};
const admins = async (world: World): Promise<number> =>
  (await world.service.inside.store.connection.db
    ?.collection('accounts')
    .countDocuments({ role: 'ADMIN' })) ?? 0;

describe('the people desk', () => {
  it('lists _id, name, email, role and createdAt, newest first (IDN-26)', async () => {
    await using world = await openWorld();
    const { desk } = await world.admin();
    const { userId } = await world.join('asha@example.org', { bio: 'Secret.', phone: '9876543210' });

    const { items, total, nextCursor } = await desk.listUsers();

    expect(total).toBe(2);
    expect(nextCursor).toBeNull();
    expect(items[0]).toEqual({
      _id: userId,
      name: 'Asha',
      email: 'asha@example.org',
      role: 'USER',
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(items[1]).toMatchObject({ role: 'ADMIN' });
  });

  it('lists all accounts, up to 1,000, when no limit is asked for (CAT-55)', async () => {
    await using world = await openWorld();
    const { desk } = await world.admin();
    const { userId } = await world.join('asha@example.org');
    const accounts = world.service.inside.store.connection.db?.collection<{ _id: string }>('accounts');
    const known = await accounts?.findOne({ _id: userId });
    const copies = Array.from({ length: 1_003 }, (_, n) => ({
      ...known,
      ...{ _id: `copy-${n}`, email: `copy-${n}@example.org`, emailKey: `copy-${n}` },
      createdAt: new Date(Date.now() - n * 1_000).toISOString(),
    }));
    await accounts?.insertMany(copies);

    const all = await desk.listUsers();

    expect([all.items.length, all.total]).toEqual([1_000, 1_005]);
    const rest = await desk.listUsers({ query: { cursor: all.nextCursor ?? '' } });
    expect([rest.items.length, rest.nextCursor]).toEqual([5, null]);
    expect((await desk.listUsers({ query: { limit: 100 } })).items).toHaveLength(100);
  });

  it('gives everybody once in pages, searches name and email by their letters and filters by role', async () => {
    await using world = await openWorld();
    const { desk } = await world.admin();
    for (let n = 0; n < 7; n += 1) await world.join(`reader.${n}@example.org`, { name: `Reader ${n}` });
    await world.join('zoya@example.org', { name: 'Zoya (she)' });

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await desk.listUsers({ query: { limit: 3, cursor } });
      seen.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);

    expect(new Set(seen).size).toBe(9);
    expect(seen).toHaveLength(9);
    const find = async (q: string) => (await desk.listUsers({ query: { q } })).items.map(({ name }) => name);
    expect(await find('zoya (SHE)')).toEqual(['Zoya (she)']);
    expect(await find('reader.3@')).toEqual(['Reader 3']);
    expect(await find('.*')).toEqual([]);
    expect((await desk.listUsers({ query: { role: 'ADMIN' } })).total).toBe(1);
    expect((await refusal(desk.listUsers({ query: { cursor: 'made-up' } }))).status).toBe(400);
    expect((await desk.listUsers({ query: { limit: 1_000_000 } })).items).toHaveLength(9);
  });

  it('edits name, email and role; the old address and its mails count no more (IDN-27)', async () => {
    await using world = await openWorld();
    const { desk } = await world.admin();
    const { userId } = await world.join('asha@example.org');
    await world.visitor.forgotPassword({ body: { email: 'asha@example.org' } });
    const token = tokenIn((await world.mails('asha@example.org'))[0]);

    const row = await desk.updateUser({
      params: { id: userId },
      body: { name: 'Asha K.', email: 'New@Example.org' },
    });

    expect(row).toMatchObject({ _id: userId, name: 'Asha K.', email: 'new@example.org', role: 'USER' });
    expect((await world.logIn('new@example.org', PASSWORD)).user.name).toBe('Asha K.');
    expect(
      (await refusal(world.visitor.resetPassword({ body: { token, password: 'monsoon!' } }))).status,
    ).toBe(400);
    expect((await world.service.announced()).at(-1)).toMatchObject({
      type: 'identity.user-updated.v1',
      data: { userId, tokenVersion: 0 },
    });
  });

  it('wants a name and a valid email, a free one, and somebody who is there (IDN-27)', async () => {
    await using world = await openWorld();
    const { desk } = await world.admin();
    const { userId, mine } = await world.join('asha@example.org');
    await world.join('leela@example.org', { name: 'Leela' });
    // as a page without types would send it: one of these names a role that there is not
    const edit = (body: object, id: string = userId) =>
      refusal(desk.updateUser({ params: { id }, body: body as { name: string; email: string } }));

    expect(await edit({ name: ' ', email: 'asha@example.org' })).toMatchObject({
      status: 400,
      message: 'Name required',
    });
    for (const email of [undefined, '', 'asha@', { $ne: 1 }])
      expect(await edit({ name: 'Asha', email })).toMatchObject({
        status: 400,
        message: 'Please enter a valid email address.',
      });
    expect((await edit({ name: 'Asha', email: 'asha@example.org', role: 'OWNER' })).status).toBe(400);
    expect(await edit({ name: 'Asha', email: 'leela@example.org' })).toMatchObject({
      status: 409,
      code: 'already-used',
    });
    expect((await edit({ name: 'Asha', email: 'a@example.org' }, 'nobody')).status).toBe(404);
    expect(await mine.getProfile()).toMatchObject({ name: 'Asha', email: 'asha@example.org' });
  });

  it('another role ends the sessions of the account, and counts at once (IDN-32, S4, P36)', async () => {
    await using world = await openWorld();
    const second = await promoted(world, 'second@example.org');
    await second.desk.listUsers();
    const { desk } = await world.admin();

    await desk.updateUser({
      params: { id: second.userId },
      body: { name: 'Second', email: second.email, role: 'USER' },
    });

    expect((await refusal(second.desk.listUsers())).status).toBe(401);
    const { token, user } = await world.logIn(second.email, PASSWORD);
    expect(user.role).toBe('USER');
    expect(await refusal(world.as(token).listUsers())).toMatchObject({ status: 403, message: 'Forbidden' });
  });

  it('deletes somebody with the same event as their own deletion (IDN-28)', async () => {
    await using world = await openWorld();
    const { desk } = await world.admin();
    const { userId, mine } = await world.join('asha@example.org');

    expect(await desk.deleteUser({ params: { id: userId } })).toEqual({ ok: true });

    expect((await refusal(mine.getProfile())).message).toBe('Invalid token');
    expect((await world.service.announced()).at(-1)).toMatchObject({
      type: 'identity.user-deleted.v1',
      data: { userId },
    });
    expect((await refusal(desk.deleteUser({ params: { id: userId } }))).status).toBe(404);
    expect((await desk.listUsers()).total).toBe(1);
  });
});

describe('the log of the people desk', () => {
  it('says who did what to whom by ids, and names nobody (P44)', async () => {
    await using world = await openWorld();
    const lines = vi.spyOn(world.service.kit.log, 'info');
    const { desk, userId: adminId } = await world.admin();
    const { userId } = await world.join('asha@example.org');
    const email = 'asha.k@example.org';

    await desk.listUsers({ query: { q: 'asha' } });
    await desk.updateUser({ params: { id: userId }, body: { name: 'Asha K.', email, role: 'ADMIN' } });
    await desk.deleteUser({ params: { id: userId } });

    const fields = lines.mock.calls.map(([line]): Record<string, unknown> => ({ ...Object(line) }));
    const desks = fields.filter(({ key }) => key === adminId);
    expect(desks).toMatchObject([
      { kind: 'accounts-listed' },
      { kind: 'account-edited', userId, role: 'ADMIN' },
      { kind: 'account-deleted', userId },
    ]);
    expect(JSON.stringify(lines.mock.calls)).not.toMatch(/asha/i);
  });
});

describe('the last admin', () => {
  it('can neither be demoted nor deleted, by themselves or by the desk (IDN-38, S39)', async () => {
    await using world = await openWorld();
    const { desk, userId } = await world.admin();
    const params = { id: userId };

    expect(await refusal(desk.deleteAccount({}))).toEqual(LAST);
    expect(await refusal(desk.deleteUser({ params }))).toEqual(LAST);
    const demotion = { name: 'Admin', email: 'owner@example.org', role: 'USER' } as const;
    expect(await refusal(desk.updateUser({ params, body: demotion }))).toEqual(LAST);

    expect(await desk.getProfile()).toMatchObject({ role: 'ADMIN' });
    expect((await desk.listUsers()).total).toBe(1);
  });

  it('of six admins who delete, demote and are demoted at the same moment exactly one stays (IDN-38, P41)', async () => {
    await using world = await openWorld();
    const others = [];
    for (let n = 0; n < 5; n += 1) others.push(await promoted(world, `admin-${n}@example.org`));
    const first = await world.admin();
    const everyone = [
      ...others.map((one) => ({ ...one, name: 'x' })),
      { ...first, email: 'owner@example.org' },
    ];

    const answers = await Promise.all(
      everyone.flatMap(({ desk, userId, email }, n) =>
        n % 2
          ? [refusal(desk.deleteAccount({}))]
          : [
              refusal(
                desk.updateUser({ params: { id: userId }, body: { name: 'Gone', email, role: 'USER' } }),
              ),
            ],
      ),
    );

    expect(await admins(world)).toBe(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 'last-admin')).toHaveLength(1);
  });

  it('without the check the last admin is lost (negative control)', async () => {
    const mutated: typeof import('./world.ts') = await import(
      /* @vite-ignore */ `./world.ts?mutations=${'last-admin'}`
    );
    await using world = await mutated.openWorld();
    const { desk } = await world.admin();

    await desk.deleteAccount({});

    expect(await admins(world)).toBe(0);
  });

  it('a wish to leave whose process died holds nobody up for long', async () => {
    await using world = await openWorld();
    const second = await promoted(world, 'second@example.org');
    const { desk } = await world.admin();
    const at = new Date(world.service.clock.now().getTime() - 11_000);
    await world.service.inside.store.connection.db
      ?.collection<{ _id: string }>('accounts')
      .updateOne({ _id: second.userId }, { $set: { leaving: { token: 'left behind', at } } });

    expect((await refusal(desk.deleteAccount({}))).status).toBe(200);
    expect(await admins(world)).toBe(1);
  });
});
