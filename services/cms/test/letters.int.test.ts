import { newsletterSent } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { bootCms, refusal } from './boot-cms.ts';
import { bootLetters, copies, emailOf, ended, letter, mailEnv, readerId } from './letters-fixture.ts';

describe('a send', () => {
  it('reaches each confirmed reader once, in batches of 100, with counts that add up (CMS-23, CMS-43)', async () => {
    await using cms = await bootLetters(230);
    const { sendId } = await cms.start();
    const send = await ended(cms, sendId);

    expect(send).toMatchObject({ state: 'done', total: 230, sent: 230, failed: 0, skipped: 0, doubtful: 0 });
    const mails = await cms.mail.received();
    expect(mails).toHaveLength(230);
    expect(new Set(mails.map(({ to }) => to.join())).size).toBe(230);
    expect(await cms.editor.listSends()).toEqual([send]);
    const batches = await cms.service.internals.store.connection
      .collection('letter_batches')
      .find()
      .toArray();
    expect(batches.map(({ people }) => people.length)).toEqual([100, 100, 30]);
    const events = (await cms.service.publishedEvents()).filter(({ type }) => type === newsletterSent.type);
    expect(events.map(({ data }) => data)).toEqual([
      { sendId, total: 230, sent: 230, failed: 0, skipped: 0, doubtful: 0 },
    ]);
    expect(JSON.stringify(events)).not.toContain('@');
  });

  it('counts batches by their stored numbers, and those of an earlier version by their readers (CMS-43)', async () => {
    await using cms = await bootLetters(230);
    const { sendId } = await cms.start();
    const send = await ended(cms, sendId);
    const { connection } = cms.service.internals.store;
    const batches = connection.collection('letter_batches');
    const counts = (await batches.find().sort({ number: 1 }).toArray()).map((batch) => batch.counts.sent);
    await connection.collection('sends').updateMany({}, { $set: { totals: null } });
    await batches.updateOne({ number: 0 }, { $unset: { counts: 1 } });
    // numbers are read without their readers
    await batches.updateOne({ number: 1 }, { $set: { people: [] } });

    expect(counts).toEqual([100, 100, 30]);
    expect(await cms.read(sendId)).toEqual(send);
  });

  it('responds after a small audience is done, with the result (CMS-23)', async () => {
    await using cms = await bootLetters(2);

    expect(await cms.start()).toMatchObject({
      state: 'done',
      sent: 2,
      total: 2,
      message: 'Sent to 2 of 2 readers.',
    });
  });

  it('carries the headers of one-click leaving, which ends the subscription (CMS-40)', async () => {
    await using cms = await bootLetters(1);
    await cms.start();
    const [mail] = await cms.mail.received();
    const address = /^<(.*)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';

    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(mail?.headers).toMatchObject({ 'list-id': '<letters.house.test>', precedence: 'bulk' });
    expect(mail?.html).toContain('href="https://house.test/blogs/a"');
    expect(mail?.text).toContain('\n\nDear reader, read on (https://house.test/blogs/a).\n\n');
    expect(mail?.text).toContain('\nhttps://house.test/newsletter#leave=reader-000000.');
    const left = await fetch(`${cms.service.url}/newsletter/unsubscribe${new URL(address).search}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
    });
    expect(left.status).toBe(200);
    expect(await cms.service.internals.store.connection.collection('subscribers').countDocuments()).toBe(0);
  });

  it('twice is one send; another text is another one', async () => {
    await using cms = await bootLetters(2);
    const started = await Promise.all([cms.start(), cms.start(), cms.start()]);

    expect(new Set(started.map(({ sendId }) => sendId)).size).toBe(1);
    expect(await cms.mail.received()).toHaveLength(2);
    await cms.start({ content: '<p>Another.</p>' });
    expect(await cms.mail.received()).toHaveLength(4);
  });

  it('twice around midnight is one send; an hour later it is another one', async () => {
    await using cms = await bootLetters(1);
    cms.service.clock.set(new Date('2031-03-01T23:59:59.000+05:30'));
    const first = await cms.start();
    cms.service.clock.set(new Date('2031-03-02T00:00:01.000+05:30'));
    expect((await cms.start()).sendId).toBe(first.sendId);

    cms.service.clock.set(new Date('2031-03-02T01:00:01.000+05:30'));
    expect((await cms.start()).sendId).not.toBe(first.sendId);
    await cms.work();
    expect(await cms.mail.received()).toHaveLength(2);
  });

  it('twice in one morning of India is one send', async () => {
    await using cms = await bootLetters(1);
    cms.service.clock.set(new Date('2031-03-02T05:00:00.000+05:30'));
    const first = await cms.start();
    cms.service.clock.set(new Date('2031-03-02T09:00:00.000+05:30'));

    expect((await cms.start()).sendId).toBe(first.sendId);
    await cms.work();
    expect(await cms.mail.received()).toHaveLength(1);
  });

  it('keeps the content and the audience of its start', async () => {
    await using cms = await bootLetters(3, { MAIL_PER_MINUTE: '100000', MAIL_POOL: '1' });
    await cms.mail.knob({ hang: 1_000, times: 1 });
    const id = await cms.create();
    const sending = cms.editor.sendLetter({ params: { id }, body: {} });
    await cms.until('sending');
    await cms.editor.updateLetter({ params: { id }, body: { ...letter, subject: 'Changed' } });
    const now = cms.service.clock.now().toISOString();
    await cms.service.internals.store.connection.collection('subscribers').insertOne({
      // the raw collection is typed with ObjectIds; this service stores strings
      _id: 'reader-later' as never,
      email: 'later@example.org',
      state: 'active',
      askedAt: now,
      confirmedAt: now,
    });
    await sending;

    expect(await cms.mail.received()).toHaveLength(3);
    expect(new Set((await cms.mail.received()).map(({ subject }) => subject))).toEqual(
      new Set([letter.subject]),
    );
  });

  it('to an empty audience ends at once; without a mail server it is refused', async () => {
    await using cms = await bootLetters(0);
    expect(await cms.start()).toMatchObject({
      state: 'done',
      total: 0,
      message: 'There are no subscribers yet.',
    });
    await using silent = await bootCms();
    const { _id: id } = await silent.editor.createLetter({ body: letter });
    const refused = await refusal(silent.editor.sendLetter({ params: { id }, body: {} }));

    expect(refused.status).toBe(503);
  });

  it('skips who leaves before their letter (P55)', async () => {
    await using cms = await bootLetters(12, { MAIL_POOL: '1' });
    await cms.mail.knob({ hang: 1_000, times: 1 });
    const sending = cms.start();
    await cms.until('sending');
    // the raw collection is typed with ObjectIds; this service stores strings
    const gone = [8, 9].map(readerId) as never[];
    await cms.service.internals.store.connection.collection('subscribers').deleteMany({ _id: { $in: gone } });
    await sending;

    const { sendId } = await cms.until('done');
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', total: 12, sent: 10, skipped: 2 });
    const to = (await cms.mail.received()).flatMap((mail) => mail.to);
    expect(to).not.toContain(emailOf(8));
    expect(to).not.toContain(emailOf(9));
  });
});

describe('a send can be', () => {
  it('paused and resumed without a second copy (CMS-42)', async () => {
    await using cms = await bootLetters(150, { MAIL_POOL: '1', MAIL_PER_MINUTE: '3000' });
    const sending = cms.start();
    const { sendId } = await cms.until('sending', ({ sent }) => sent > 0);
    const params = { id: sendId };
    expect(await cms.editor.pauseSend({ params })).toMatchObject({ state: 'paused' });
    await sending;
    await cms.work();
    const before = (await cms.mail.received()).length;
    expect(before).toBeLessThan(150);
    await cms.work();
    expect(await cms.mail.received()).toHaveLength(before);

    await Promise.all([1, 2].map(() => cms.editor.resumeSend({ params })));
    const send = await ended(cms, sendId);
    expect(send).toMatchObject({ state: 'done', total: 150, sent: 150 });
    const counted = copies(await cms.mail.received());
    expect([counted.size, Math.max(...counted.values())]).toEqual([150, 1]);
    expect((await refusal(cms.editor.pauseSend({ params }))).status).toBe(409);
  });

  it('cancelled: who has not got the letter counts as skipped', async () => {
    await using cms = await bootLetters(20, { MAIL_POOL: '1', MAIL_PER_MINUTE: '1200' });
    const sending = cms.start();
    const { sendId } = await cms.until('sending');
    await cms.editor.cancelSend({ params: { id: sendId } });
    await sending;
    await cms.work();

    const { state, total, sent, skipped } = await cms.read(sendId);
    expect([state, total, sent + skipped]).toEqual(['cancelled', 20, 20]);
    expect(await cms.mail.received()).toHaveLength(sent);
    expect(skipped).toBeGreaterThan(0);
    expect((await refusal(cms.editor.resumeSend({ params: { id: sendId } }))).status).toBe(409);
  });
});

describe('the mail server', () => {
  it('takes few letters a minute: those it has taken are stored before the wait, and not sent again', async () => {
    const slow = { MAIL_POOL: '1', MAIL_PER_MINUTE: '2' };
    await using cms = await bootLetters(2, slow);
    const sending = cms.start();
    const { sendId } = await cms.until('sending');
    await vi.waitFor(async () => expect(await cms.mail.received()).toHaveLength(1), { timeout: 5_000 });
    await vi.waitFor(async () => expect(await cms.read(sendId)).toMatchObject({ sent: 1 }), {
      timeout: 5_000,
    });
    await sending;

    const env = { ...mailEnv(cms.mail, cms.identityUrl), DB_SUFFIX: cms.suffix };
    await using other = await bootCms({ env });
    other.service.clock.advance(10 * 60_000);
    for (let step = 0; step < 3; step += 1) await other.service.runWork();
    expect(await other.editor.getSend({ params: { id: sendId } })).toMatchObject({ state: 'done', sent: 2 });
    expect([...copies(await cms.mail.received()).values()]).toEqual([1, 1]);
  });

  it('takes few letters a minute from one process, also of two letters at the same time', async () => {
    await using cms = await bootLetters(3, { MAIL_POOL: '1', MAIL_PER_MINUTE: '90' });
    const began = performance.now();

    await Promise.all(['One', 'Two'].map((subject) => cms.start({ subject })));
    await cms.work();

    expect(await cms.mail.received()).toHaveLength(6);
    expect(performance.now() - began).toBeGreaterThan(3_900);
  });

  it('refuses one for good: failed, and sent when retried (CMS-43)', async () => {
    await using cms = await bootLetters(5, { MAIL_POOL: '1' });
    await cms.mail.knob({ status: 550, times: 1 });
    const { sendId } = await cms.start();
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', sent: 4, failed: 1 });

    const params = { id: sendId };
    await Promise.all([1, 2].map(() => cms.editor.retryFailed({ params })));
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', total: 5, sent: 5, failed: 0 });
    expect(copies(await cms.mail.received()).size).toBe(5);
    expect(await cms.mail.received()).toHaveLength(5);
  });

  it('is away: nothing is lost, nothing fails', async () => {
    await using cms = await bootLetters(3, { SMTP_URL: 'smtp://127.0.0.1:9' });
    const sending = cms.start();
    const { sendId } = await cms.until('sending');
    await cms.work();

    expect(await cms.read(sendId)).toMatchObject({ state: 'sending', total: 3, sent: 0, failed: 0 });
    await sending;
  });
});

describe('what a lock screen shows (BEY-01)', () => {
  it.each([
    { subject: 'LGBTQ+ voices' },
    { subject: 'समलैंगिक कहानियाँ' },
    { subject: 'News', preheader: 'Stories for lesbian readers' },
  ])('%j is refused naming the words, unless sent knowingly', async (draft) => {
    await using cms = await bootLetters(1);
    const refused = await refusal(cms.start(draft));

    expect([refused.status, refused.problem?.code]).toEqual([409, 'may-out-readers']);
    expect(refused.problem?.data?.words).toHaveLength(1);
    expect(await cms.mail.received()).toEqual([]);
    expect(await cms.start(draft, true)).toMatchObject({ state: 'done', sent: 1 });
  });

  it('is the sender, the subject and a neutral line, for a draft and for a send', async () => {
    await using cms = await bootLetters(1, { LETTER_FROM: 'post@house.test' });
    const id = await cms.create();
    const shown = {
      from: 'post@house.test',
      subject: letter.subject,
      preview: 'Your letter is here.',
      words: [],
    };

    expect(await cms.editor.letterLockScreen({ params: { id } })).toEqual(shown);
    const { sendId } = await cms.editor.sendLetter({ params: { id }, body: {} });
    expect(await cms.editor.sendLockScreen({ params: { id: sendId } })).toEqual(shown);
    expect((await cms.mail.received())[0]?.from).toBe('post@house.test');
  });
});
