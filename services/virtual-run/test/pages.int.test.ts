import { anEvent, testUser } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { EDIT_TOKEN_HEADER, userDeleted, virtualRunApi } from '@satrangi/contracts';
import { beforeEach, expect, it } from 'vitest';
import { editToken } from '../src/pages/edit-token.ts';
import { bootRun, DURING, form, RUN_SECRET, refusal } from './boot-run.ts';

const run = useFixture(bootRun);
beforeEach(() => run.service.clock.set(DURING));

/** A request with the token of a private link. */
const withToken = async (
  path: string,
  { token, method = 'POST', body }: { token: string; method?: string; body?: object },
) => {
  const response = await fetch(`${run.service.url}/virtual-run/f/${path}`, {
    method,
    headers: { [EDIT_TOKEN_HEADER]: token, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const idOf = async (slug: string): Promise<string> => {
  const { results } = await run.admin.listRegistrations({ query: { q: slug } });
  return results[0]?._id ?? '';
};
const page = (slug: string) => run.visitor.getPage({ params: { slug } });

it('only paid gifts move raised, and part and whole refunds take it back, in any order and twice (RUN-24, RUN-25, RUN-26, P60)', async () => {
  const before = (await run.total()).raisedMinor;
  const { slug } = await run.register();
  const gift = await run.give(slug, 50_000);
  await run.giveBack(gift, slug, 20_000, 're_1');
  await run.giveBack(gift, slug, 20_000, 're_1');

  expect((await page(slug)).raisedMinor).toBe(30_000);

  await run.giveBack(gift, slug, 30_000, 're_2');

  expect(await page(slug)).toMatchObject({ raisedMinor: 0, donors: [], donorCount: 0 });
  expect((await run.total()).raisedMinor).toBe(before);
});

it('a return that comes before its gift counts (P60)', async () => {
  const { slug } = await run.register();
  await run.giveBack('early-return', slug, 10_000, 're_early');
  const orderId = await run.give(slug, 50_000, { orderId: 'early-return' });

  expect(orderId).toBeTruthy();
  expect((await page(slug)).raisedMinor).toBe(40_000);
});

/** All orders of some steps. */
const permutations = <T>(steps: readonly T[]): T[][] =>
  steps.length <= 1
    ? [[...steps]]
    : steps.flatMap((first, at) => permutations(steps.toSpliced(at, 1)).map((rest) => [first, ...rest]));

it('a gift and its returns in every order, each delivered twice, leave the same paise on the page and in the sum (RUN-25, RUN-26, P60)', async () => {
  const { slug } = await run.register();
  const before = (await run.total()).raisedMinor;
  const orders = permutations(['paid', 'part', 'rest'] as const);
  for (const [n, steps] of orders.entries()) {
    const orderId = `permuted-${n}`;
    const part = 1_000 + n;
    const deliver = {
      paid: () => run.give(slug, 50_000, { orderId }),
      part: () => run.giveBack(orderId, slug, part, `re_part_${n}`),
      rest: () => run.giveBack(orderId, slug, 20_000, `re_rest_${n}`),
    };
    for (const step of steps) for (const _copy of [1, 2]) await deliver[step]();
  }
  const left = orders.reduce((sum, _steps, n) => sum + 50_000 - 20_000 - (1_000 + n), 0);

  expect(orders).toHaveLength(6);
  expect((await page(slug)).raisedMinor).toBe(left);
  expect((await run.total()).raisedMinor).toBe(before + left);
});

it('no private field is in a public answer, and addresses hold 65 random bits (RUN-23, RUN-24, RUN-38, P62)', async () => {
  const { slug } = await run.register({ isListed: true, displayName: 'Nova' });
  await run.give(slug, 10_000);
  const paths = [
    '',
    '/counts',
    '/pages',
    `/f/${slug}`,
    `/f/${slug}/donors`,
    '/ledger',
    '/ledger/days/2026-11-20',
  ];
  const answers = await Promise.all(
    paths.map(async (path) => (await fetch(`${run.service.url}/virtual-run${path}`)).text()),
  );

  expect(answers.join()).toContain('Nova');
  for (const secret of ['Legalname', 'Kumar', 'asha@runner', '98765', 'Secretville'])
    expect(answers.join()).not.toContain(secret);
  expect(slug).toMatch(/^[a-z2-9]{13}$/);
});

it('the private link edits, hides and renames; the old address is 404 and leads its owner on (RUN-33, IDN-44, BEY-06)', async () => {
  const { slug } = await run.register({ displayName: 'Oldname', nameInAddress: true });
  const token = editToken(RUN_SECRET, { _id: await idOf(slug) });

  expect(slug).toMatch(/^oldname-[a-z2-9]{13}$/);
  expect((await withToken(`${slug}/open`, { token: 'wrong' })).status).toBe(404);

  const renamed = await withToken(slug, { token, method: 'PATCH', body: { displayName: 'Newname' } });
  const { slug: after } = renamed.body as { slug: string };

  expect(after).toMatch(/^newname-[a-z2-9]{13}$/);
  expect(after.slice(-13)).not.toBe(slug.slice(-13));
  expect((await refusal(page(slug))).status).toBe(404);
  expect((await withToken(`${slug}/open`, { token })).body.slug).toBe(after);
  expect(JSON.stringify(await page(after))).not.toContain('Oldname');

  // a gift whose payment began at the old address
  await run.give(slug, 10_000);
  expect((await page(after)).raised).toBe(100);

  await withToken(after, { token, method: 'PATCH', body: { isPublic: false } });
  expect((await refusal(page(after))).message).toBe((await refusal(page('unknown'))).message);
});

it('a private link is ended by its runner or an admin, for everybody who has it, and the next one is mailed', async () => {
  const { slug } = await run.register();
  const _id = await idOf(slug);
  const tokens = [0, 1, 2].map((linkVersion) => editToken(RUN_SECRET, { _id, linkVersion }));
  const openedBy = async () =>
    Promise.all(tokens.map(async (token) => (await withToken(`${slug}/open`, { token })).status));
  expect(await openedBy()).toEqual([200, 404, 404]);
  expect((await withToken(`${slug}/renew-link`, { token: 'wrong' })).status).toBe(404);

  const renewed = await withToken(`${slug}/renew-link`, { token: tokens[0] ?? '' });

  expect(renewed).toEqual({ status: 200, body: { ok: true } });
  expect(await openedBy()).toEqual([404, 200, 404]);
  expect((await withToken(`${slug}/renew-link`, { token: tokens[0] ?? '' })).status).toBe(404);

  await run.admin.renewRegistrationLink({ params: { id: _id } });

  expect(await openedBy()).toEqual([404, 404, 200]);
  await run.admin.cancelRegistration({ params: { id: _id } });
  expect((await refusal(run.admin.renewRegistrationLink({ params: { id: _id } }))).status).toBe(404);
});

it('kilometres are logged once each, by their owner, until the end (RUN-34)', async () => {
  const { slug } = await run.register();
  const token = editToken(RUN_SECRET, { _id: await idOf(slug) });
  const entry = { date: '2026-11-20', km: 3.5, entryId: 'entry-0001' };
  await withToken(`${slug}/activity`, { token, body: entry });
  await withToken(`${slug}/activity`, { token, body: entry });
  const future = await withToken(`${slug}/activity`, { token, body: { date: '2026-12-24', km: 1 } });
  const nothing = await withToken(`${slug}/activity`, { token, body: { date: '2026-11-20', km: 0 } });

  expect((await page(slug)).km).toBe(3.5);
  expect([future.status, nothing.status]).toEqual([400, 400]);

  run.service.clock.set(new Date('2026-12-10T18:30:00Z'));
  // its first answer was lost
  expect(await withToken(`${slug}/activity`, { token, body: entry })).toMatchObject({
    status: 200,
    body: { km: 3.5 },
  });
  expect(
    (await withToken(`${slug}/activity`, { token, body: { ...entry, entryId: undefined } })).status,
  ).toBe(409);
});

it('the first gift and the goal are published and mailed once (RUN-36)', async () => {
  const { slug } = await run.register({ fundraisingGoal: 100 });
  const registrationId = await idOf(slug);
  for (const minor of [6_000, 6_000, 6_000]) await run.give(slug, minor);
  const reached = (await run.service.publishedEvents()).filter(
    ({ type, data }) =>
      type === 'virtual-run.goal-reached.v1' &&
      (data as { registrationId: string }).registrationId === registrationId,
  );

  expect(reached).toHaveLength(1);
});

it('registration closes, and late money registers by its draft or is listed (RUN-22, P63)', async () => {
  const { clock } = run.service;
  const closing = new Date('2026-12-09T18:29:59.999Z').getTime();
  clock.set(new Date('2026-09-14T18:29:59.000Z'));
  const early = await refusal(run.visitor.createDraft({ body: form() }));
  clock.set(new Date(closing - 1_000));
  const { draftId } = await run.visitor.createDraft({ body: form() });
  clock.set(new Date(closing + 1));
  const closed = await refusal(run.visitor.createDraft({ body: form() }));
  const before = await run.total();
  await run.feePaid({ runDraftId: draftId });
  const orphan = await run.feePaid();
  const late = await refusal(run.visitor.register({ body: { ...form(), paymentId: orphan.paymentId } }));
  const listed = await run.admin.listUnmatchedPayments({ query: { minutes: 0 } });

  expect([early.status, early.message]).toEqual([409, 'Registration opens on 15 September 2026.']);
  expect([closed.status, closed.message]).toEqual([409, 'Registration has closed.']);
  expect((await run.total()).total).toBe(before.total + 1);
  expect(late.status).toBe(409);
  expect(listed.map(({ paymentId }) => paymentId)).toContain(orphan.paymentId);

  clock.set(new Date('2026-12-10T18:29:59.000Z'));
  expect((await run.visitor.getRun()).isOpen).toBe(false);
  clock.set(new Date('2026-12-10T18:30:01.000Z'));
  expect((await refusal(run.visitor.getRun())).message).toBe('Event unavailable. Please try again later.');
});

it('gifts count until 7 days after the event', async () => {
  const { slug } = await run.register();
  await run.give(slug, 10_000, { paidAt: '2026-12-17T18:29:59.999Z' });
  await run.give(slug, 10_000, { paidAt: '2026-12-17T18:30:00.000Z' });

  expect((await page(slug)).raised).toBe(100);
});

it('a deleted account closes its page and takes its person out of everything; amounts stay (IDN-40)', async () => {
  const user = testUser();
  const mine = run.service.as(user, virtualRunApi);
  const { paymentId, orderId } = await run.feePaid();
  const body = { ...form({ name: 'Canary Person', email: 'canary@runner.example' }), paymentId };
  const { slug } = await mine.register({ body });
  await run.give(slug, 10_000);
  const { results } = await run.admin.listRegistrations({ query: { q: 'canary' } });
  const raised = (await run.total()).raisedMinor;

  const stored = async () => {
    const { connection } = run.service.internals.store;
    return JSON.stringify(await connection.collection('registrations').find().toArray());
  };

  expect(results).toHaveLength(1);
  expect(JSON.stringify(await mine.exportMine())).toContain('canary@runner.example');
  expect(await stored()).toContain('"0:knr"');

  // a stored id without its brand
  const deleted = anEvent(userDeleted, { data: { userId: user.userId } as never });
  await run.service.deliver(deleted);
  await run.service.deliver(deleted);
  await run.feePaid({ orderId, paymentId });
  const events = (await run.service.publishedEvents()).map(({ type }) => type);

  expect((await refusal(page(slug))).status).toBe(404);
  expect((await run.admin.listRegistrations({ query: { q: 'canary' } })).total).toBe(0);
  // the sounds of a name are as personal as the name
  expect(await stored()).not.toContain('"0:knr"');
  expect(events).toContain('virtual-run.user-forgotten.v1');
  expect((await run.total()).raisedMinor).toBe(raised);
});

it('the list of pages has all of them, 200 at a time, also those of one instant', async () => {
  await using other = await bootRun();
  other.service.clock.set(DURING);
  const { slug, pageId } = await other.register({ isListed: true });
  const stored = other.service.internals.store.connection.collection<{
    _id: string;
    paymentId?: string;
    draftId?: string;
  }>('registrations');
  const { paymentId: _payment, draftId: _draft, ...one } = (await stored.findOne({ pageId })) ?? { _id: '' };
  await stored.insertMany(
    Array.from({ length: 449 }, (_, n) => ({
      ...one,
      _id: `runner-${n}`,
      slug: `runner-${n}`,
      pageKeys: [`key-${n}`],
      pageId: `page-${n}`,
      // a third of them at one instant, over the end of the first 200
      createdAt: new Date(DURING.getTime() - (n > 150 && n < 300 ? 150 : n) * 1_000).toISOString(),
      isPublic: n % 50 !== 7,
    })),
  );

  const lists: string[][] = [];
  let cursor: string | undefined;
  do {
    const { pages, nextCursor } = await other.visitor.listPages({ query: { cursor } });
    lists.push(pages.map((each) => each.slug));
    // a runner who hides the page in between ends nothing
    if (nextCursor) await stored.updateOne({ pageId: nextCursor }, { $set: { isListed: false } });
    cursor = nextCursor ?? undefined;
  } while (cursor);

  expect(lists.map(({ length }) => length)).toEqual([200, 200, 41]);
  const found = new Set(lists.flat());
  expect(found.size).toBe(441);
  expect(found.has(slug)).toBe(true);
  expect(await refusal(other.visitor.listPages({ query: { cursor: 'page-of-nobody' } }))).toMatchObject({
    status: 400,
    message: 'That cursor is not valid for this list',
  });
});
