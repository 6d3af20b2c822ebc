/** Submissions for admins: list, search, states and their mails. */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import {
  publishingApi,
  type SubmissionStatus,
  submissionStatusChanged,
  userDeleted,
} from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { adminUser, bootPublishing, draft, otherAdmin, refusal } from './boot-publishing.ts';

type Change = {
  readonly status?: SubmissionStatus;
  readonly note?: string;
};
const NEWS = 'News about what you sent us';

describe('the list of submissions', () => {
  it('answers results and total, newest first, with the fields of a submission (PUB-11, PUB-12, PUB-13)', async () => {
    await using fixture = await bootPublishing();
    for (let n = 0; n < 23; n += 1) {
      await fixture.visitor.submit({ body: { ...draft, title: `Work ${n}` } });
      fixture.service.clock.advance(1_000);
    }
    const first = await fixture.editor.listSubmissions();
    expect([first.results.length, first.total, first.page, first.pageSize]).toEqual([20, 23, 1, 20]);
    expect(first.results[0]).toMatchObject({
      ...draft,
      title: 'Work 22',
      id: first.results[0]?._id,
      status: 'received',
      createdAt: expect.any(String),
    });
    const more = await fixture.editor.listSubmissions({ query: { page: 3, pageSize: '10' } });
    expect(more.results.map(({ title }) => title)).toEqual(['Work 2', 'Work 1', 'Work 0']);
    for (const pageSize of ['7', '1000000000', 'x'])
      expect((await fixture.editor.listSubmissions({ query: { pageSize: pageSize as '10' } })).pageSize).toBe(
        20,
      );
    expect((await fixture.editor.listSubmissions({ query: { page: -1 } })).page).toBe(1);
  });

  it('searches title, name, email and description, each character literally (PUB-19)', async () => {
    await using fixture = await bootPublishing();
    await fixture.visitor.submit({
      body: { ...draft, title: 'बरसात (draft)', name: 'A.B', email: 'one@example.org' },
    });
    await fixture.visitor.submit({
      body: { ...draft, title: 'Other', name: 'AXB', email: 'two@example.org' },
    });
    const found = async (search: string) =>
      (await fixture.editor.listSubmissions({ query: { search } })).results.map(({ name }) => name);

    expect(await found('(DRAFT)')).toEqual(['A.B']);
    expect(await found('बरसात')).toEqual(['A.B']);
    expect(await found('a.b')).toEqual(['A.B']);
    expect(await found('TWO@')).toEqual(['AXB']);
    expect(await found('ten letters')).toHaveLength(2);
    for (const search of ['.*', '(a+)+$', '[', '\\', 'a\0b']) expect(await found(search)).toEqual([]);
  });

  it('finds a name or title in another script, after what has the letters, and page by page (BEY-03)', async () => {
    await using fixture = await bootPublishing();
    for (const [title, name] of [
      ['बरसात के बाद', 'मीरा'],
      ['Barsaat', 'Ira'],
      ['Sapna', 'Meera Sahni'],
    ] as const)
      await fixture.visitor.submit({ body: { ...draft, title, name, email: 'one@example.org' } });
    const found = async (search: string, page = 1, pageSize: '10' | '1' = '10') => {
      const { results, total } = await fixture.editor.listSubmissions({
        query: { search, page, pageSize: pageSize as '10' },
      });
      return { titles: results.map(({ title }) => title), total };
    };

    expect(await found('barsaat')).toEqual({ titles: ['Barsaat', 'बरसात के बाद'], total: 2 });
    expect(await found('बरसात')).toEqual({ titles: ['बरसात के बाद', 'Barsaat'], total: 2 });
    expect(await found('मीरा साहनी')).toEqual({ titles: ['Sapna'], total: 1 });
    expect(await found('barsaat', 2)).toEqual({ titles: [], total: 2 });
    expect(await found('sapna kapoor')).toEqual({ titles: [], total: 0 });
  });

  it('stores the sounds of submissions from before they were stored, and erases them with the author (BEY-03, IDN-40)', async () => {
    await using fixture = await bootPublishing();
    const author = testUser({ userId: 'asha' });
    await fixture.service.as(author, publishingApi).submit({ body: { ...draft, name: 'मीरा' } });
    const submissions = fixture.service.internals.store.connection.collection('submissions');
    await submissions.updateMany({}, { $unset: { sounds: 1 } });
    const count = async () => (await fixture.editor.listSubmissions({ query: { search: 'meera' } })).total;

    expect(await count()).toBe(0);
    await fixture.service.runJob('add-sounds');
    expect(await count()).toBe(1);
    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: author.userId } }));
    expect(await count()).toBe(0);
    expect(JSON.stringify(await fixture.stored('submissions'))).not.toContain('"900:mr"');
  });

  it('is for admins only (PUB-11)', async () => {
    await using fixture = await bootPublishing();
    const reader = fixture.service.as(testUser(), publishingApi);
    expect((await refusal(reader.listSubmissions())).status).toBe(403);
    expect((await refusal(fixture.visitor.listSubmissions())).status).toBe(401);
  });
});

describe('states (PUB-20, P67)', () => {
  it('a change is an event and one mail a minute later; a second one within it replaces the mail', async () => {
    await using fixture = await bootPublishing();
    const { statusUrl } = await fixture.visitor.submit({ body: draft });
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    await fixture.editor.changeSubmission({ params: { id }, body: { status: 'in-review' } });
    fixture.service.clock.advance(30_000);
    await fixture.editor.changeSubmission({ params: { id }, body: { status: 'accepted' } });
    fixture.service.clock.advance(59_000);
    await fixture.service.runJob('send-news');
    expect((await fixture.mails()).filter(({ subject }) => subject === NEWS)).toEqual([]);
    fixture.service.clock.advance(2_000);
    for (let n = 0; n < 3; n += 1) await fixture.service.runJob('send-news');

    const mails = (await fixture.mails()).filter(({ subject }) => subject === NEWS);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(statusUrl);
    expect(mails[0]?.text).not.toMatch(/accepted|lift|satrangi|queer/i);
    const events = (await fixture.service.publishedEvents()).filter(
      ({ type }) => type === submissionStatusChanged.type,
    );
    expect(events.map(({ data }) => data)).toMatchObject([
      { from: 'received', to: 'in-review' },
      { from: 'in-review', to: 'accepted' },
    ]);
    const seen = await fixture.visitor.submissionStatus({ body: { token: fixture.tokenIn(statusUrl) } });
    expect(seen.history.map(({ to }) => to)).toEqual(['received', 'in-review', 'accepted']);
    expect(JSON.stringify(seen)).not.toContain('notes');
  });

  it('an address without a mailbox is mailed once about each change, not for ever', async () => {
    await using fixture = await bootPublishing();
    const knobs = `${fixture.sandbox.url}/sandbox/knobs`;
    await fetch(knobs, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target: 'mail.rcpt.exampel.org', status: 550 }),
    });
    const email = 'asha@exampel.org';
    await fixture.visitor.submit({ body: { ...draft, email } });
    expect(await fixture.mails(email)).toEqual([]);
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    await fixture.editor.changeSubmission({ params: { id }, body: { status: 'in-review' } });
    fixture.service.clock.advance(61_000);
    await fixture.service.runJob('send-news');

    await fetch(knobs, { method: 'DELETE' });
    fixture.service.clock.advance(600_000);
    await fixture.service.runJob('send-news');
    expect(await fixture.mails(email)).toEqual([]);
    expect(await fixture.stored('submissions')).toMatchObject([{ news: null }]);
  });

  it('a decision is changed with a note only; withdrawn is final; a stale form gets 409 with the current one', async () => {
    await using fixture = await bootPublishing();
    await fixture.visitor.submit({ body: draft });
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    const change = (body: Change, version?: number) =>
      fixture.editor.changeSubmission(
        { params: { id }, body },
        version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
      );
    expect((await change({ status: 'declined', note: 'Not now' }, 1)).notes).toMatchObject([
      { text: 'Not now' },
    ]);
    const stale = await refusal(change({ status: 'accepted', note: 'x' }, 1));
    expect([stale.status, stale.problem.data]).toMatchObject([
      409,
      { current: { status: 'declined', version: 2 } },
    ]);
    expect((await refusal(change({ status: 'accepted' }))).message).toBe(
      'Please add a note that says why a decision is changed.',
    );
    expect((await change({ status: 'in-review', note: 'A mistake' })).status).toBe('in-review');
    expect((await change({ status: 'withdrawn' })).status).toBe('withdrawn');
    for (const status of ['received', 'in-review', 'accepted', 'declined'] as const)
      expect((await refusal(change({ status, note: 'x' }))).status).toBe(409);
  });

  it.each([
    ['another admin', otherAdmin.userId],
    ['its admin', adminUser.userId],
  ])(
    'a change that was on its way when %s was deleted names that admin no more (IDN-40)',
    async (_who, userId) => {
      await using fixture = await bootPublishing();
      await fixture.visitor.submit({ body: draft });
      const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
      const change = (client: typeof fixture.editor, body: Change) =>
        client.changeSubmission({ params: { id }, body });
      await change(fixture.other, { status: 'in-review', note: 'Mine' });
      const driver = Object.getPrototypeOf(
        fixture.service.internals.store.connection.collection('submissions'),
      );
      const write = driver.findOneAndUpdate;
      let isDone = false;
      using _spy = vi.spyOn(driver, 'findOneAndUpdate').mockImplementation(async function (
        this: unknown,
        ...written: unknown[]
      ) {
        if (!isDone && JSON.stringify(written).includes('Theirs')) {
          isDone = true;
          await fixture.service.deliver(anEvent(userDeleted, { data: { userId } }));
        }
        return Reflect.apply(write, this, written);
      });

      await change(fixture.editor, { status: 'accepted', note: 'Theirs' });

      expect(isDone).toBe(true);
      expect(JSON.stringify(await fixture.stored('submissions'))).not.toContain(userId);
      expect((await fixture.stored('submissions'))[0]?.notes).toMatchObject([
        { text: 'Mine' },
        { text: 'Theirs' },
      ]);
    },
  );

  it('any order of moves by two admins is a path of the graph, one event for each step', async () => {
    await using fixture = await bootPublishing();
    await fixture.visitor.submit({ body: draft });
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    const wanted = ['in-review', 'declined', 'accepted', 'in-review', 'accepted', 'declined'] as const;
    await Promise.all(
      wanted.map((status, n) =>
        [fixture.editor, fixture.other][n % 2]
          ?.changeSubmission({ params: { id }, body: { status, note: 'n' } })
          .catch(() => null),
      ),
    );
    const { history } = await fixture.editor.getSubmission({ params: { id } });
    const steps = history.map(({ to }) => to);
    const events = (await fixture.service.publishedEvents()).filter(
      ({ type }) => type === submissionStatusChanged.type,
    );
    expect(events.map(({ data }) => (data as { to: string }).to).sort()).toEqual(steps.slice(1).sort());
    for (const [n, to] of steps.entries()) if (n > 0) expect(to).not.toBe(steps[n - 1]);
    expect(steps.slice(1)).not.toContain('received');
  });
});
