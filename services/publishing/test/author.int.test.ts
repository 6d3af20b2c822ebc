/** What an author does after sending: withdrawal, receipts, deletion, the own list. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { anEvent, testUser } from '@satrangi/chassis/testing';
import { MediaId, mediaChanged, publishingApi, receiptText, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPublishing, draft, refusal } from './boot-publishing.ts';
import { pdfOf } from './manuscripts.ts';

type Status = 'published' | 'withdrawn';

/** An event of an item that was made of a submission. */
const itemChanged = (
  submissionId: string,
  mediaId: string,
  { version, status, time }: { version: number; status: Status; time?: Date },
) =>
  anEvent(mediaChanged, {
    ...(time ? { time } : {}),
    data: {
      mediaId: MediaId.parse(mediaId),
      mediaType: 'ebook',
      version,
      status,
      title: 'T',
      creator: 'C',
      language: 'en',
      formats: ['text'],
      cover: null,
      thumbnailUrl: null,
      priceINR: null,
      priceUSD: null,
      file: null,
      previewPages: null,
      submissionId,
    },
  });

describe('the author', () => {
  it('withdraws by the private token; the file is gone and the deletion is signed (PUB-20, PUB-21, BEY-10)', async () => {
    await using fixture = await bootPublishing();
    const bytes = pdfOf(900);
    const { statusUrl, receipt } = await fixture.sendFile(bytes);
    const token = fixture.tokenIn(statusUrl);
    expect(receipt).toMatchObject({
      kind: 'custody',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const seen = await Promise.all(
      [1, 2, 3].map(() => fixture.visitor.withdraw({ body: { token, reason: 'Sold it' } })),
    );

    expect(seen.map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
    expect(await fixture.stored('uploads')).toEqual([]);
    const after = await fixture.visitor.submissionStatus({ body: { token } });
    expect(after).toMatchObject({
      canWithdraw: false,
      deletion: { kind: 'deletion', sha256: receipt?.sha256 },
    });
    expect((await fixture.editor.listSubmissions()).results).toMatchObject([{ driveLink: null }]);
    for (const wrong of ['x', `${token}x`, `${token.split('.')[0]}.x`])
      expect((await refusal(fixture.visitor.withdraw({ body: { token: wrong } }))).status).toBe(410);
  });

  it('sends a work again after it was withdrawn in the same hour: it is a new submission with its mail (PUB-21)', async () => {
    await using fixture = await bootPublishing();
    const sent = await fixture.visitor.submit({ body: draft });
    await fixture.visitor.withdraw({ body: { token: fixture.tokenIn(sent.statusUrl) } });
    const again = await fixture.visitor.submit({ body: draft });
    const repeated = await fixture.visitor.submit({ body: draft });

    expect([again.number === sent.number, repeated.number === again.number]).toEqual([false, true]);
    const status = async ({ statusUrl }: { statusUrl: string }) =>
      (await fixture.visitor.submissionStatus({ body: { token: fixture.tokenIn(statusUrl) } })).status;
    expect([await status(sent), await status(again)]).toEqual(['withdrawn', 'received']);
    expect((await fixture.mails()).filter(({ text }) => text.includes(again.number))).toHaveLength(1);
    // taken back by an admin for the author
    const { results } = await fixture.editor.listSubmissions({ query: { status: 'received' } });
    await fixture.editor.changeSubmission({
      params: { id: results[0]?._id ?? '' },
      body: { status: 'withdrawn', mail: false },
    });
    expect((await fixture.visitor.submit({ body: draft })).number).not.toBe(again.number);
  });

  it('a receipt is checked here, and without this site by the public key; one changed field is found (BEY-10)', async () => {
    await using fixture = await bootPublishing();
    const { receipt } = await fixture.sendFile(pdfOf(700));
    if (!receipt) throw new Error('no receipt');
    expect(await fixture.visitor.verifyReceipt({ body: { receipt } })).toEqual({ isSigned: true });
    const sha256 = receipt.sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await fixture.visitor.verifyReceipt({ body: { receipt: { ...receipt, sha256 } } })).toEqual({
      isSigned: false,
    });
    const [key] = (await fixture.visitor.receiptKeys()).keys;
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key?.x ?? '' },
      format: 'jwk',
    });
    expect(
      verify(null, Buffer.from(receiptText(receipt)), publicKey, Buffer.from(receipt.signature, 'base64url')),
    ).toBe(true);
    expect(JSON.stringify(receipt)).not.toMatch(/Barsaat|asha|lift/);
  });

  it('of a deleted submission: file and person are gone, the receipt stays at the private page (PUB-23, BEY-10)', async () => {
    await using fixture = await bootPublishing();
    const { statusUrl, receipt } = await fixture.sendFile(pdfOf(900));
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    await fixture.editor.deleteSubmission({ params: { id } });

    expect(await fixture.stored('uploads')).toEqual([]);
    expect(await fixture.stored('submissions')).toEqual([]);
    const view = await fixture.visitor.submissionStatus({ body: { token: fixture.tokenIn(statusUrl) } });
    expect(view).toMatchObject({
      isDeleted: true,
      title: '',
      deletion: { kind: 'deletion', sha256: receipt?.sha256 },
    });
    if (!view.deletion) throw new Error('no deletion');
    expect(await fixture.visitor.verifyReceipt({ body: { receipt: view.deletion } })).toEqual({
      isSigned: true,
    });
    expect((await refusal(fixture.editor.deleteSubmission({ params: { id } }))).status).toBe(404);
  });

  it('sees the item that was made of the work, by the event of the catalog (PUB-22)', async () => {
    await using fixture = await bootPublishing();
    const author = testUser({ userId: 'asha' });
    const { statusUrl } = await fixture.service.as(author, publishingApi).submit({ body: draft });
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    expect((await fixture.editor.getSubmission({ params: { id } })).creatorId).toBe('asha');
    const changed = (version: number, status: Status) => itemChanged(id, 'm1', { version, status });
    const itemPath = async () =>
      (await fixture.visitor.submissionStatus({ body: { token: fixture.tokenIn(statusUrl) } })).itemPath;
    for (const event of [changed(2, 'published'), changed(1, 'withdrawn'), changed(2, 'published')])
      await fixture.service.deliver(event);
    expect(await itemPath()).toBe('/ebook/m1');
    await fixture.service.deliver(changed(3, 'withdrawn'));
    expect(await itemPath()).toBeNull();
  });

  it('sees the item that was made last, also after a late event of the one before it', async () => {
    await using fixture = await bootPublishing();
    const { statusUrl } = await fixture.visitor.submit({ body: draft });
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
    const first = [
      itemChanged(id, 'm1', { version: 1, status: 'published', time: at(8) }),
      itemChanged(id, 'm1', { version: 2, status: 'withdrawn', time: at(9) }),
      // the catalog publishes every item again
      itemChanged(id, 'm1', { version: 2, status: 'withdrawn', time: at(12) }),
    ] as const;
    const second = itemChanged(id, 'm2', { version: 1, status: 'published', time: at(10) });
    const shown = async () => [
      (await fixture.editor.getSubmission({ params: { id } })).mediaId,
      (await fixture.visitor.submissionStatus({ body: { token: fixture.tokenIn(statusUrl) } })).itemPath,
    ];

    for (const event of [first[0], second, first[1], first[2]]) await fixture.service.deliver(event);
    expect(await shown()).toEqual(['m2', '/ebook/m2']);
    await fixture.service.deliver(itemChanged(id, 'm2', { version: 2, status: 'withdrawn', time: at(13) }));
    expect(await shown()).toEqual(['m2', null]);
    await fixture.service.deliver(itemChanged(id, 'm1', { version: 3, status: 'published', time: at(14) }));
    expect(await shown()).toEqual(['m1', '/ebook/m1']);
  });

  it('sees the item that was made last, whichever is known first', async () => {
    await using fixture = await bootPublishing();
    const { statusUrl } = await fixture.visitor.submit({ body: draft });
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
    const itemPath = async () =>
      (await fixture.visitor.submissionStatus({ body: { token: fixture.tokenIn(statusUrl) } })).itemPath;

    await fixture.service.deliver(itemChanged(id, 'm2', { version: 1, status: 'published', time: at(10) }));
    await fixture.service.deliver(itemChanged(id, 'm1', { version: 2, status: 'published', time: at(11) }));
    await fixture.service.deliver(itemChanged(id, 'm1', { version: 1, status: 'published', time: at(8) }));

    expect(await itemPath()).toBe('/ebook/m2');
  });

  it('sees an item that an older version of this service recorded', async () => {
    await using fixture = await bootPublishing();
    const { statusUrl } = await fixture.visitor.submit({ body: draft });
    const id = (await fixture.editor.listSubmissions()).results[0]?._id ?? '';
    const item = { id: 'm1', type: 'ebook', version: 2, isPublished: true };
    await fixture.service.internals.store.connection
      .collection('submissions')
      .updateOne({}, { $set: { item } });
    const itemPath = async () =>
      (await fixture.visitor.submissionStatus({ body: { token: fixture.tokenIn(statusUrl) } })).itemPath;

    await fixture.service.deliver(itemChanged(id, 'm1', { version: 1, status: 'withdrawn' }));
    expect(await itemPath()).toBe('/ebook/m1');
    await fixture.service.deliver(itemChanged(id, 'm1', { version: 3, status: 'withdrawn' }));
    expect(await itemPath()).toBeNull();
  });

  it('with an account lists, exports and erases what was sent (PUB-21, IDN-40)', async () => {
    await using fixture = await bootPublishing();
    const author = testUser({ userId: 'asha' });
    const mine = fixture.service.as(author, publishingApi);
    const { number, statusUrl } = await mine.submit({ body: draft });
    await fixture.visitor.submit({
      body: { ...draft, name: 'Other', title: 'Of somebody else', email: 'b@example.org' },
    });

    expect(await mine.mySubmissions()).toEqual([
      { number, title: draft.title, status: 'received', date: expect.any(String), statusUrl },
    ]);
    expect((await mine.exportMine()).submissions).toMatchObject([{ number, email: draft.email }]);
    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: author.userId } }));
    expect((await refusal(mine.mySubmissions())).status).toBe(401);
    const kept = JSON.stringify(await fixture.stored('submissions'));
    expect(kept).not.toMatch(/asha|Barsaat/);
    expect(kept).toContain(draft.title);
  });

  it('finds the reason of a withdrawal in the export, and it is erased with the account (IDN-40)', async () => {
    await using fixture = await bootPublishing();
    const author = testUser({ userId: 'asha' });
    const mine = fixture.service.as(author, publishingApi);
    const { statusUrl } = await mine.submit({ body: draft });
    const [{ _id: id = '' } = {}] = (await fixture.editor.listSubmissions()).results;
    await fixture.editor.changeSubmission({ params: { id }, body: { note: 'Ask the second reader' } });
    const token = fixture.tokenIn(statusUrl);
    await fixture.visitor.withdraw({ body: { token, reason: 'My family found it' } });

    expect((await mine.exportMine()).submissions).toMatchObject([{ reason: 'My family found it' }]);
    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: author.userId } }));
    const kept = JSON.stringify(await fixture.stored('submissions'));
    expect(kept).not.toContain('My family');
    expect(kept).toContain('Ask the second reader');
  });
});
