import { anEvent, testUser } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { EDIT_TOKEN_HEADER, OrderId, UserId, userDeleted, virtualRunApi } from '@satrangi/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { editToken } from '../src/pages/edit-token.ts';
import { bootRun, DURING, form, RUN_SECRET } from './boot-run.ts';

const run = useFixture(bootRun);
beforeEach(() => run.service.clock.set(DURING));

const deleted = (userId: string) =>
  run.service.deliver(anEvent(userDeleted, { data: { userId: UserId.parse(userId) } }));
const collection = (name: string) => run.service.internals.store.connection.collection(name);
const stored = async (name: string) => JSON.stringify(await collection(name).find({}).toArray());

/** Runs `before` once, when the service is about to write to a collection. */
const beforeWrite = (
  name: string,
  method: 'insertOne' | 'findOneAndUpdate',
  isMeant: (written: string) => boolean,
  before: () => Promise<unknown>,
) => {
  const driver = Object.getPrototypeOf(collection(name));
  const write = driver[method];
  let isDone = false;
  return vi.spyOn(driver, method).mockImplementation(async function (
    this: { readonly name?: string; readonly collectionName?: string },
    ...written: unknown[]
  ) {
    const isOfName = (this.collectionName ?? this.name) === name;
    if (!isDone && isOfName && isMeant(JSON.stringify(written))) {
      isDone = true;
      await before();
    }
    return Reflect.apply(write, this, written);
  });
};

/** A paid runner with an account, and the token of the private link. */
const runnerWithPage = async () => {
  const user = testUser();
  const { paymentId } = await run.feePaid();
  const { slug } = await run.service
    .as(user, virtualRunApi)
    .register({ body: { ...form({ displayName: 'Canary' }), paymentId } });
  const { results } = await run.admin.listRegistrations({ query: { q: slug } });
  const token = editToken(RUN_SECRET, { _id: results[0]?._id ?? '' });
  const call = async (path: string, method: string, body: object): Promise<number> =>
    (
      await fetch(`${run.service.url}/virtual-run/f/${path}`, {
        method,
        headers: { [EDIT_TOKEN_HEADER]: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  return { user, slug, call };
};

describe('an account that is deleted while something of it is on its way (IDN-40)', () => {
  it('a change of its page writes nothing of the person back', async () => {
    const { user, slug, call } = await runnerWithPage();
    using _spy = beforeWrite(
      'registrations',
      'findOneAndUpdate',
      (written) => written.includes('Canary story'),
      () => deleted(user.userId),
    );

    expect(
      await call(slug, 'PATCH', { story: 'Canary story', displayName: 'Canary', nameInAddress: true }),
    ).toBe(404);
    expect(await stored('registrations')).not.toMatch(/canary/i);
  });

  it('kilometres of its page are not logged', async () => {
    const { user, slug, call } = await runnerWithPage();
    using _spy = beforeWrite(
      'registrations',
      'findOneAndUpdate',
      (written) => written.includes('entry-canary'),
      () => deleted(user.userId),
    );

    const entry = { date: '2026-11-20', km: 3.5, entryId: 'entry-canary' };
    expect(await call(`${slug}/activity`, 'POST', entry)).toBe(404);
    expect(await stored('registrations')).not.toContain('entry-canary');
  });

  it('a fee that registers its draft leaves no page', async () => {
    const user = testUser();
    const body = form({ name: 'Canary Kumar', email: 'canary@runner.example' });
    const { draftId } = await run.service.as(user, virtualRunApi).createDraft({ body });
    using _spy = beforeWrite(
      'registrations',
      'insertOne',
      (written) => written.includes('Canary Kumar'),
      () => deleted(user.userId),
    );
    await run.feePaid({ runDraftId: draftId, userId: user.userId });

    expect(await stored('registrations')).not.toMatch(/canary/i);
    expect(await stored('registrations')).not.toContain(user.userId);
  });

  it('words of a gift whose payment is reported later are not shown', async () => {
    const { slug } = await run.register();
    const { userId } = testUser();
    const words = { name: 'Canary giver', message: 'Go!', isAnonymous: false, showAmount: true };
    await run.visitor.giftWords({ params: { orderId: OrderId.parse('gift-of-deleted') }, body: words });
    await deleted(userId);
    await run.give(slug, 10_000, { orderId: 'gift-of-deleted', userId });

    expect(await run.visitor.getPage({ params: { slug } })).toMatchObject({
      raised: 100,
      donors: [{ name: 'Anonymous', message: null }],
    });
    expect(await stored('gifts')).not.toContain('Canary giver');
  });

  it('a gift that is being recorded is not linked to it', async () => {
    const { slug } = await run.register();
    const { userId } = testUser();
    using _spy = beforeWrite(
      'gifts',
      'findOneAndUpdate',
      (written) => written.includes(userId),
      () => deleted(userId),
    );
    await run.give(slug, 10_000, { userId });

    expect(await stored('gifts')).not.toContain(userId);
  });
});
