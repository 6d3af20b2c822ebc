/** Two admins with the same account open: `If-Match` and the revision of its row (decision 0023, P81). */
import { apiErrorOf } from '@satrangi/chassis/testing';
import type { UserRow } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { EMAIL, type Fixture, NEW_PASSWORD, openFixture, PASSWORD } from './fixture.ts';

const ADMINS = 20;

const openAccount = async (fixture: Fixture, role: 'USER' | 'ADMIN' = 'USER') => {
  const { client: admin } = await fixture.admin();
  const { userId } = await fixture.register(EMAIL);
  const params = { id: userId };
  if (role === 'ADMIN') await admin.updateUser({ params, body: { name: 'Asha', email: EMAIL, role } });
  const read = async (mask?: 'true'): Promise<UserRow> => {
    const { items } = await admin.listUsers({ query: { q: userId, ...(mask ? { mask } : {}) } });
    const [row] = items.filter(({ _id }) => _id === userId);
    if (!row) throw new Error('the account is not listed');
    return row;
  };
  const withRevision = (revision?: string) =>
    revision === undefined ? {} : { headers: { 'if-match': `"${revision}"` } };
  return {
    admin,
    read,
    /** Renames the account over the state with this revision. */
    rename: (name: string, revision?: string, body: object = {}) =>
      admin.updateUser({ params, body: { name, email: EMAIL, ...body } }, withRevision(revision)),
    remove: (revision?: string) => admin.deleteUser({ params }, withRevision(revision)),
  };
};

describe('the revision of an account', () => {
  it('is the same masked and whole, changes with name, email and role, and not with a password or a login', async () => {
    await using fixture = await openFixture();
    const { read, rename } = await openAccount(fixture);
    const first = await read();

    expect((await read('true')).revision).toBe(first.revision);
    await fixture.logIn(EMAIL, PASSWORD);
    await fixture.resetPassword(EMAIL, NEW_PASSWORD);
    expect((await read()).revision).toBe(first.revision);

    const seen = new Set([first.revision]);
    for (const body of [{ name: 'Asha K.' }, { email: 'asha.k@example.org' }, { role: 'ADMIN' as const }]) {
      const saved = await rename('Asha', undefined, body);
      expect((await read()).revision).toBe(saved.revision);
      seen.add(saved.revision);
    }
    expect(seen.size).toBe(4);
  });

  it('over an older one an edit is refused with the present state, and changes and announces nothing', async () => {
    await using fixture = await openFixture();
    const { read, rename } = await openAccount(fixture);
    const { revision } = await read();
    const theirs = await rename('Asha of the other admin', revision);
    const announced = (await fixture.service.publishedEvents()).length;

    const refused = await apiErrorOf(rename('Asha of this admin', revision));

    expect(refused).toMatchObject({
      status: 409,
      problem: { code: 'version-conflict', data: { current: theirs } },
    });
    expect(await read()).toEqual(theirs);
    expect((await fixture.service.publishedEvents()).length).toBe(announced);
    // on top of what is there it is saved
    expect(await rename('Asha of both', theirs.revision)).toMatchObject({ name: 'Asha of both' });
  });

  it('over an older one a deletion is refused, and shows the email masked', async () => {
    await using fixture = await openFixture();
    const { read, rename, remove } = await openAccount(fixture);
    const { revision } = await read();
    await rename('Asha who stays', revision);

    const refused = await apiErrorOf(remove(revision));

    expect(refused).toMatchObject({
      status: 409,
      problem: { code: 'version-conflict', data: { current: await read('true') } },
    });
    expect(JSON.stringify(refused?.problem)).not.toContain(EMAIL);
    expect(await remove((await read()).revision)).toEqual({ ok: true });
    expect((await apiErrorOf(remove(revision)))?.status).toBe(404);
  });

  it('is not needed: without the header, or with *, the last one wins (IDN-27, IDN-28)', async () => {
    await using fixture = await openFixture();
    const { admin, read, rename, remove } = await openAccount(fixture);
    await rename('One');
    await rename('Two');
    const { _id: id } = await read();
    const any = { headers: { 'if-match': '*' } };
    await admin.updateUser({ params: { id }, body: { name: 'Three', email: EMAIL } }, any);
    expect((await read()).name).toBe('Three');
    expect(await remove()).toEqual({ ok: true });
  });

  it('lets one of twenty edits at the same moment through, and none is lost (P81)', async () => {
    await using fixture = await openFixture();
    const { read, rename } = await openAccount(fixture);
    const { revision } = await read();

    const outcomes = await Promise.all(
      Array.from({ length: ADMINS }, (_, n) => apiErrorOf(rename(`Asha ${n}`, revision))),
    );

    const saved = outcomes.flatMap((refused, n) => (refused ? [] : [`Asha ${n}`]));
    expect(saved).toHaveLength(1);
    expect((await read()).name).toBe(saved[0]);
    expect(outcomes.filter(Boolean).map((refused) => refused?.status)).toEqual(
      Array.from({ length: ADMINS - 1 }, () => 409),
    );
  });

  it.each(['demoted', 'deleted'] as const)(
    'an admin who is renamed while being %s stays, and no other removal waits for the mark of this one',
    async (how) => {
      await using fixture = await openFixture();
      const { read, rename, remove } = await openAccount(fixture, 'ADMIN');
      const { _id, revision } = await read();
      const accounts = fixture.storedAccounts();
      const driver: typeof accounts = Object.getPrototypeOf(accounts);
      const write = driver.findOneAndUpdate;
      using _spy = vi.spyOn(driver, 'findOneAndUpdate').mockImplementation(async function (
        this: typeof accounts,
        filter: never,
        update: { $set?: { leaving?: unknown } },
        options: never,
      ) {
        const written = await Reflect.apply(write, this, [filter, update, options]);
        if (update.$set?.leaving) await accounts.updateOne({ _id }, { $set: { name: 'Renamed meanwhile' } });
        return written;
        // the driver's overloads have no common type; what is called is the driver's own function
      } as never);

      const refused = await apiErrorOf(
        how === 'demoted' ? rename('Asha', revision, { role: 'USER' }) : remove(revision),
      );

      expect(refused).toMatchObject({ status: 409, code: 'version-conflict' });
      expect(await read()).toMatchObject({ name: 'Renamed meanwhile', role: 'ADMIN' });
      expect(await accounts.countDocuments({ leaving: { $exists: true } })).toBe(0);
    },
  );

  it('an admin who is demoted, renamed and deleted at the same moment has one of these', async () => {
    await using fixture = await openFixture();
    const { read, rename, remove } = await openAccount(fixture, 'ADMIN');
    const { revision } = await read();

    const outcomes = await Promise.all([
      ...Array.from({ length: 4 }, () => apiErrorOf(rename('Asha', revision, { role: 'USER' }))),
      ...Array.from({ length: 4 }, (_, n) => apiErrorOf(rename(`Asha ${n}`, revision))),
      ...Array.from({ length: 4 }, () => apiErrorOf(remove(revision))),
    ]);

    expect(outcomes.filter((refused) => refused === null)).toHaveLength(1);
    expect(outcomes.flatMap((refused) => (refused ? [refused.status] : [])).every((one) => one < 500)).toBe(
      true,
    );
  });
});
