/** Drafts of letters, and their tests to the caller. */
import { testUser } from '@satrangi/chassis/testing';
import { cmsApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCms, refusal } from './boot-cms.ts';
import { bootLetters, EDITOR_EMAIL, letter } from './letters-fixture.ts';

describe('a draft', () => {
  it('is saved sanitised, listed, and deleted; over a newer one it is refused with the present text', async () => {
    await using cms = await bootLetters();
    const id = await cms.create();
    const params = { id };
    const first = await cms.editor.getLetter({ params });
    expect(first.content).toBe('<p>Dear reader, <a href="/blogs/a">read on</a>.</p>');

    await cms.editor.updateLetter({ params, body: { ...letter, subject: 'Two' } });
    const refused = await refusal(
      cms.other.updateLetter({ params, body: { ...letter, updatedAt: first.updatedAt } }),
    );
    expect([refused.status, refused.problem?.data]).toMatchObject([409, { current: { subject: 'Two' } }]);
    expect((await cms.editor.listLetters()).map(({ subject }) => subject)).toEqual(['Two']);
    await cms.editor.deleteLetter({ params });
    expect((await refusal(cms.editor.getLetter({ params }))).status).toBe(404);
  });

  it('is made once by a request that is repeated with its Idempotency-Key', async () => {
    await using cms = await bootLetters();
    const once = (key: string) =>
      cms.editor.createLetter({ body: letter }, { headers: { 'idempotency-key': key } });
    const [first, second] = await Promise.all([once('a'), once('a')]);

    expect(second).toEqual(first);
    expect(await once('a')).toEqual(first);
    expect(await once('b')).not.toEqual(first);
    expect(await cms.editor.listLetters()).toHaveLength(2);
  });

  it('that was saved after its sender read it is not sent (P81)', async () => {
    await using cms = await bootLetters(1);
    const params = { id: await cms.create() };
    const { updatedAt } = await cms.editor.getLetter({ params });
    const newer = await cms.other.updateLetter({ params, body: { ...letter, subject: 'Two' } });

    const refused = await refusal(cms.editor.sendLetter({ params, body: { updatedAt } }));

    expect([refused.status, refused.problem.data]).toEqual([409, { current: newer }]);
    expect(await cms.editor.listSends()).toEqual([]);
    await cms.editor.sendLetter({ params, body: { updatedAt: newer.updatedAt } });
    expect((await cms.editor.listSends()).map(({ subject }) => subject)).toEqual(['Two']);
  });

  it.each([
    [{ subject: ' ' }, 'Subject required'],
    [{ subject: 'News\r\nBcc: x@example.org' }, 'A subject is one line of at most 200 characters'],
    [{ subject: 'News\n' }, 'A subject is one line of at most 200 characters'],
    [{ content: '' }, 'Content required'],
    [{ content: '<script>x</script>' }, 'Content required'],
  ])('is refused with %j', async (draft, message) => {
    await using cms = await bootCms();
    const refused = await refusal(cms.editor.createLetter({ body: { ...letter, ...draft } }));

    expect([refused.status, refused.message]).toEqual([400, message]);
  });

  it('is for admins only (CMS-34)', async () => {
    await using cms = await bootCms();
    const reader = cms.service.as(testUser(), cmsApi);

    expect((await refusal(cms.visitor.createLetter({ body: letter }))).status).toBe(401);
    expect((await refusal(reader.createLetter({ body: letter }))).status).toBe(403);
    expect((await refusal(reader.listSends())).status).toBe(403);
  });
});

describe('a test', () => {
  it('is mailed to the confirmed address of the caller only', async () => {
    await using cms = await bootLetters(3);
    const params = { id: await cms.create({ subject: 'Queer news' }) };

    expect(await cms.editor.testLetter({ params })).toMatchObject({ ok: true, words: ['queer'] });
    expect((await cms.mail.received()).map(({ to }) => to)).toEqual([[EDITOR_EMAIL]]);
    const refused = await refusal(cms.other.testLetter({ params }));
    expect([refused.status, refused.message]).toMatchObject([409, /no confirmed email address/]);
  });

  it('answers 503 when the mail server does not take it', async () => {
    await using cms = await bootLetters();
    await cms.mail.knob({ status: 451 });
    const refused = await refusal(cms.editor.testLetter({ params: { id: await cms.create() } }));

    expect(refused.status).toBe(503);
  });
});
