/** What authors see of their submissions without and with an account. */
import { anEvent, startTestServer, testKeys, testUser } from '@satrangi/chassis/testing';
import { identityApi, publishingApi, SubmissionRequest, UserId, userDeleted } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootPublishing, draft, refusal } from './boot-publishing.ts';

type Account = { email: string; emailVerified: boolean; beforeAnswer?: () => Promise<void> };

/** Stands for identity: keys of the tests, and the export of one account. */
const startIdentity = async (account: Account) => {
  const keys = await testKeys();
  return startTestServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url !== identityApi.exportMine.path)
      return void response.end(await (await fetch(`${keys.url}${request.url}`)).text());
    const { email, emailVerified, beforeAnswer } = account;
    await beforeAnswer?.();
    const nothing = { phone: null, pronouns: null, bio: null, city: null, interests: [], country: null };
    const profile = { ...nothing, _id: 'asha', name: 'Asha Rao', email, role: 'USER' };
    const held = { emailVerified, googleId: null, sessions: [] };
    response.end(JSON.stringify({ account: { ...profile, createdAt: '2026-01-01T00:00:00.000Z' }, ...held }));
  });
};

it('an account lists what its verified address has sent, with title, state, date and private page (PUB-21)', async () => {
  const account: Account = { email: 'Asha@Example.org', emailVerified: false };
  await using identity = await startIdentity(account);
  await using fixture = await bootPublishing({ IDENTITY_URL: identity.url });
  const sent = await fixture.visitor.submit({ body: draft });
  await fixture.visitor.submit({ body: { ...draft, title: 'Of another', email: 'other@example.org' } });
  const mine = fixture.service.as(testUser({ userId: 'asha' }), publishingApi);
  expect(await mine.mySubmissions()).toEqual([]);

  account.emailVerified = true;
  expect(await mine.mySubmissions()).toEqual([
    {
      number: sent.number,
      title: draft.title,
      status: 'received',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      statusUrl: sent.statusUrl,
    },
  ]);
  await identity[Symbol.asyncDispose]();
  // once found they belong to the account, also while identity does not answer
  expect(await mine.mySubmissions()).toHaveLength(1);
  expect((await refusal(fixture.visitor.mySubmissions())).status).toBe(401);
});

it('an account that is deleted while its submissions are looked up keeps none of them (IDN-40)', async () => {
  const account: Account = { email: draft.email, emailVerified: true };
  await using identity = await startIdentity(account);
  await using fixture = await bootPublishing({ IDENTITY_URL: identity.url });
  await fixture.visitor.submit({ body: draft });
  account.beforeAnswer = () =>
    fixture.service.deliver(anEvent(userDeleted, { data: { userId: UserId.parse('asha') } }));

  expect(await fixture.service.as(testUser({ userId: 'asha' }), publishingApi).mySubmissions()).toEqual([]);
  expect(await fixture.stored('submissions')).toMatchObject([{ userId: null, name: '', email: '' }]);
});

it('the mail has the private link, and its token in the fragment only (PUB-21)', async () => {
  await using fixture = await bootPublishing();
  const { statusUrl, number } = await fixture.visitor.submit({ body: draft });
  const [mail] = await fixture.mails();
  const link = /https:\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  expect(link).toBe(statusUrl);
  expect(new URL(link).search).toBe('');
  const token = fixture.tokenIn(link);
  expect(await fixture.visitor.submissionStatus({ body: { token } })).toMatchObject({
    number,
    title: draft.title,
    status: 'received',
  });
});

it('the author’s name may be a pen name: no legal name is asked, looked up or shown (PUB-24)', async () => {
  await using identity = await startIdentity({ email: draft.email, emailVerified: true });
  await using fixture = await bootPublishing({ IDENTITY_URL: identity.url });
  const author = fixture.service.as(testUser({ userId: 'asha' }), publishingApi);
  await author.submit({ body: { ...draft, name: 'बरसात 🌧' } });
  await author.mySubmissions();

  expect(Object.keys(SubmissionRequest.shape).filter((field) => /name/i.test(field))).toEqual(['name']);
  const { results } = await fixture.editor.listSubmissions();
  const detail = await fixture.editor.getSubmission({ params: { id: results[0]?._id ?? '' } });
  expect(detail.name).toBe('बरसात 🌧');
  const seen = JSON.stringify([results, detail, await fixture.stored('submissions')]);
  expect(seen).not.toMatch(/Asha Rao|legal/i);
});
