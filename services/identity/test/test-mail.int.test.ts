/** The test mail of an admin: through the real mail server, to the own address only. */
import { describe, expect, it } from 'vitest';
import { ADMIN, EMAIL, openFixture, outcomeOf } from './fixture.ts';

const domain = ADMIN.email.split('@')[1];

describe('the test mail', () => {
  it('goes to the own address of the admin, with a neutral subject and no link', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.admin();
    expect(await client.sendTestMail()).toEqual({
      outcome: 'accepted',
      sentence: 'The mail server accepted the mail. It is on its way to your own address.',
    });
    const [mail, ...others] = await fixture.mails(ADMIN.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: [ADMIN.email], subject: 'A test mail' });
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/http|satrangi/i);
    const acts = (await fixture.service.auditEvents()).map(({ data }) => data);
    expect(acts).toMatchObject([{ call: 'identity.sendTestMail', outcome: 'done', target: null }]);
  });

  it.each([
    [550, 'The mail server did not accept the mail (550).'],
    [451, 'The mail server did not accept the mail (451).'],
  ])('that is refused with %i says the code', async (status, sentence) => {
    await using fixture = await openFixture();
    const { client } = await fixture.admin();
    await fixture.callSandbox('POST', '/knobs', { target: `mail.rcpt.${domain}`, status });
    expect(await client.sendTestMail()).toEqual({ outcome: 'refused', sentence });
    expect(await fixture.mails(ADMIN.email)).toEqual([]);
  });

  it('reports when no mail server is set up or can be reached', async () => {
    await using none = await openFixture({ SMTP_URL: '' });
    expect(await (await none.admin()).client.sendTestMail()).toMatchObject({ outcome: 'not-configured' });
    await using away = await openFixture({ SMTP_URL: 'smtp://127.0.0.1:9' });
    expect(await (await away.admin()).client.sendTestMail()).toMatchObject({ outcome: 'no-answer' });
  });

  it('is limited, and for admins only (P83)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.admin();
    for (let sent = 0; sent < 5; sent += 1) await client.sendTestMail();
    expect(await outcomeOf(client.sendTestMail())).toMatchObject({ status: 429 });
    const { client: reader } = await fixture.register(EMAIL);
    expect(await outcomeOf(reader.sendTestMail())).toMatchObject({ status: 403 });
    expect(await outcomeOf(fixture.visitor.sendTestMail())).toMatchObject({ status: 401 });
    expect(await fixture.mails(EMAIL)).toEqual([]);
  });
});
