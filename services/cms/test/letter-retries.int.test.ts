import { describe, expect, it } from 'vitest';
import { bootLetters, ended } from './letters-fixture.ts';

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
