/** A letter to many readers waits for a second admin, or for ten minutes in which it can be stopped (BEY-07). */
import { adminActed } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { refusal } from './boot-cms.ts';
import { bootLetters } from './letters-fixture.ts';

const MANY = { LETTER_APPROVAL_ABOVE: '4' };

type Letters = Awaited<ReturnType<typeof bootLetters>>;
const settle = async (cms: Letters): Promise<void> => {
  await cms.work();
  await cms.service.runJob('sweep-sends');
  await cms.work();
};

describe('a letter to more readers than the limit (BEY-07)', () => {
  it('answers that it waits, and sends no mail; one to fewer is sent at once', async () => {
    await using cms = await bootLetters(5, MANY);
    const started = await cms.start();
    await settle(cms);
    const again = await cms.start();

    expect(started).toMatchObject({ state: 'waiting', sent: 0, total: 5 });
    expect(started.message).toBe(
      'This letter goes to 5 readers. It begins in 10 minutes, or as soon as another admin approves it. Until then it can be stopped.',
    );
    expect(again).toMatchObject({ sendId: started.sendId, state: 'waiting' });
    expect(await cms.mail.received()).toEqual([]);
    const startsAt = new Date(cms.service.clock.now().getTime() + 600_000).toISOString().slice(0, 15);
    expect((await cms.read(started.sendId)).startsAt).toContain(startsAt);

    await using few = await bootLetters(4, MANY);
    expect(await few.start()).toMatchObject({ state: 'done', sent: 4 });
  });

  it('is approved by another admin only, once', async () => {
    await using cms = await bootLetters(5, MANY);
    const { sendId } = await cms.start();
    const params = { id: sendId };
    const own = await refusal(cms.editor.approveSend({ params }));
    await settle(cms);
    expect([own.status, own.code, own.message]).toEqual([
      403,
      'second-admin-required',
      'Another admin has to approve this send.',
    ]);
    expect(await cms.mail.received()).toEqual([]);

    const both = await Promise.all([1, 2].map(() => cms.other.approveSend({ params })));
    await settle(cms);

    expect(both.map(({ startsAt }) => startsAt)).toEqual([null, null]);
    expect(await cms.read(sendId)).toMatchObject({ state: 'done', total: 5, sent: 5 });
    expect(await cms.mail.received()).toHaveLength(5);
    const acts = (await cms.service.auditEvents())
      .filter(({ type }) => type === adminActed.cms.type)
      .map(({ data }) => adminActed.cms.data.parse(data))
      .filter(({ call }) => call === 'cms.approveSend');
    expect(acts).toMatchObject([
      { by: 'editor-one', outcome: 'refused' },
      { by: 'editor-two', outcome: 'done' },
      { by: 'editor-two', outcome: 'done' },
    ]);
  });

  it('begins by itself when its time has come, not before', async () => {
    await using cms = await bootLetters(5, MANY);
    const { sendId } = await cms.start();
    cms.service.clock.advance(599_000);
    await settle(cms);
    expect(await cms.mail.received()).toEqual([]);

    cms.service.clock.advance(2_000);
    await settle(cms);
    expect(await cms.read(sendId)).toMatchObject({ state: 'done', sent: 5 });
    expect(await cms.mail.received()).toHaveLength(5);
  });

  it('stopped, sends no mail, also after its time and an approval', async () => {
    await using cms = await bootLetters(5, MANY);
    const params = { id: (await cms.start()).sendId };
    await cms.editor.cancelSend({ params });
    cms.service.clock.advance(601_000);
    await settle(cms);

    expect((await refusal(cms.other.approveSend({ params }))).status).toBe(409);
    expect(await cms.read(params.id)).toMatchObject({ state: 'cancelled', total: 5, sent: 0, skipped: 5 });
    expect(await cms.mail.received()).toEqual([]);
  });

  it('stopped, is not taken for sent when it is sent again on that day', async () => {
    await using cms = await bootLetters(5, MANY);
    const { sendId } = await cms.start();
    await cms.editor.cancelSend({ params: { id: sendId } });

    expect(await refusal(cms.start())).toMatchObject({
      status: 409,
      message: 'This letter was stopped today, so it is not sent. Change it, or send it on another day.',
    });
    expect((await cms.start({ content: '<p>Changed.</p>' })).state).toBe('waiting');
  });

  it('cannot be paused and resumed past the second admin', async () => {
    await using cms = await bootLetters(5, MANY);
    const params = { id: (await cms.start()).sendId };

    expect(await refusal(cms.editor.pauseSend({ params }))).toMatchObject({
      status: 409,
      message: 'This send has not begun yet.',
    });
    expect(await cms.editor.resumeSend({ params })).toMatchObject({ state: 'waiting' });
    await settle(cms);
    expect(await cms.mail.received()).toEqual([]);
  });
});
