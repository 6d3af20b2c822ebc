import { describe, expect, it } from 'vitest';
import { refusal } from './boot-cms.ts';
import { bootLetters, ended } from './letters-fixture.ts';

describe('who failed', () => {
  it('can be retried again after a retry that failed, too (CMS-43)', async () => {
    await using cms = await bootLetters(1, { MAIL_POOL: '1' });
    await cms.mail.knob({ status: 550, times: 2 });
    const { sendId } = await cms.start();
    const params = { id: sendId };
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', failed: 1 });
    await cms.editor.retryFailed({ params });
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', failed: 1 });
    await cms.editor.retryFailed({ params });
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', sent: 1, failed: 0 });
  });

  it('is not known after 90 days: a retry is refused, and nobody gets a second copy', async () => {
    await using cms = await bootLetters(3, { MAIL_POOL: '1' });
    await cms.mail.knob({ status: 550, times: 1 });
    const { sendId } = await cms.start();
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', sent: 2, failed: 1 });
    cms.service.clock.advance(90 * 86_400_000);
    await cms.service.internals.store.connection.collection('letter_batches').deleteMany({});

    const refused = await refusal(cms.editor.retryFailed({ params: { id: sendId } }));
    expect([refused.status, refused.problem?.code]).toEqual([409, 'too-late']);
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', sent: 2, failed: 1 });
    expect(await cms.mail.received()).toHaveLength(2);
  });

  it('a send paused for 90 days does not begin again', async () => {
    await using cms = await bootLetters(3, { MAIL_POOL: '1', MAIL_PER_MINUTE: '600' });
    const sending = cms.start();
    const { sendId } = await cms.until('sending');
    await cms.editor.pauseSend({ params: { id: sendId } });
    await sending;
    await cms.work();
    const before = (await cms.mail.received()).length;
    cms.service.clock.advance(90 * 86_400_000);
    await cms.service.internals.store.connection.collection('letter_batches').deleteMany({});

    const refused = await refusal(cms.editor.resumeSend({ params: { id: sendId } }));
    expect([refused.status, refused.problem?.code]).toEqual([409, 'too-late']);
    await ended(cms, sendId);
    expect(await cms.mail.received()).toHaveLength(before);
    await cms.editor.cancelSend({ params: { id: sendId } });
  });
});

describe('the mail server', () => {
  it('refuses one for now: tried again after a minute, five times at most', async () => {
    await using cms = await bootLetters(2, { MAIL_POOL: '1' });
    await cms.mail.knob({ status: 451, times: 1 });
    const sending = cms.start();
    const { sendId } = await cms.until('sending', ({ sent }) => sent === 1);
    expect(await ended(cms, sendId)).toMatchObject({ state: 'sending', sent: 1 });
    cms.service.clock.advance(61_000);
    expect(await ended(cms, sendId)).toMatchObject({ state: 'done', sent: 2 });
    await sending;

    await cms.mail.knob({ status: 451 });
    const again = cms.start({ subject: 'Another' });
    await cms.work();
    for (let minute = 0; minute < 5; minute += 1) {
      const [latest] = await cms.editor.listSends();
      if (latest) await ended(cms, latest.sendId);
      cms.service.clock.advance(26 * 60_000);
    }
    await again;
    expect((await cms.editor.listSends())[0]).toMatchObject({ state: 'done', sent: 0, failed: 2 });
  });

  it('refuses one for now while batches of a cancelled send wait for their next try', async () => {
    await using cms = await bootLetters(2, { MAIL_POOL: '1' });
    await cms.mail.knob({ status: 451 });
    const first = cms.start({ subject: 'Cancelled' });
    await cms.until('sending', ({ total }) => total === 2);
    await cms.work();
    const [cancelled] = await cms.editor.listSends();
    await cms.editor.cancelSend({ params: { id: cancelled?.sendId ?? '' } });
    await first;
    const batches = cms.service.internals.store.connection.collection<{ _id: string }>('letter_batches');
    const waiting = await batches.findOne({ sendId: cancelled?.sendId });
    await batches.insertMany(
      Array.from({ length: 60 }, (_, n) => ({ ...waiting, _id: `waiting-${n}`, number: n + 1 })),
    );
    await cms.mail.clearKnobs();
    cms.service.clock.advance(1_000);

    await cms.mail.knob({ status: 451, times: 1 });
    const sending = cms.start({ subject: 'Another' });
    const { sendId } = await cms.until('sending', ({ sent }) => sent === 1);
    await cms.work();
    cms.service.clock.advance(120_000);
    for (let sweep = 0; sweep < 3; sweep += 1) await ended(cms, sendId);

    expect(await cms.read(sendId)).toMatchObject({ state: 'done', sent: 2 });
    expect(await cms.read(cancelled?.sendId ?? '')).toMatchObject({ state: 'cancelled', sent: 0 });
    await sending;
  });
});
