import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { control, mailsOf, startSandboxFixture } from './fixture.ts';

const nowhere = 'http://127.0.0.1:1';

it('decodes a multipart mail in several scripts, with dots and blind copies', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const text = 'नमस्ते आशा,\n.a line that begins with a dot\n.\nसतरंगी 🌈';
  const transport = createTransport(fixture.smtpUrl);

  await transport.sendMail({
    from: 'Satrangi <post@satrangi.example>',
    to: 'Asha <asha@example.org>',
    bcc: 'archive@example.org',
    subject: 'आपकी रसीद',
    text,
    html: '<p>नमस्ते <b>आशा</b></p>',
    attachments: [{ filename: 'receipt.txt', content: 'paid' }],
  });
  transport.close();

  const mails = await mailsOf(fixture);
  expect(mails).toMatchObject([
    {
      from: 'post@satrangi.example',
      to: ['asha@example.org', 'archive@example.org'],
      subject: 'आपकी रसीद',
      text,
      html: '<p>नमस्ते <b>आशा</b></p>',
    },
  ]);
  expect(mails[0]?.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

it('lists mails newest first, optionally by recipient, until they are cleared', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const transport = createTransport(fixture.smtpUrl);
  for (const to of ['one@example.org', 'two@example.org', 'one@example.org']) {
    await transport.sendMail({ from: 'post@satrangi.example', to, subject: `to ${to}`, text: 'x' });
  }
  transport.close();

  const all = await mailsOf(fixture);
  const two = await mailsOf(fixture, '?to=TWO@example.org');

  expect(all.map(({ to }) => to[0])).toEqual(['one@example.org', 'two@example.org', 'one@example.org']);
  expect(two).toHaveLength(1);
  expect((await control(fixture, 'DELETE', '/mail')).body).toEqual({ cleared: 3 });
  expect(await mailsOf(fixture)).toEqual([]);
});

it('refuses mail temporarily by a knob', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const transport = createTransport(fixture.smtpUrl);
  const mail = { from: 'post@satrangi.example', to: 'asha@example.org', subject: 'x', text: 'x' };
  await control(fixture, 'POST', '/knobs', { target: 'mail.receive', status: 451, times: 1 });

  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 });
  await transport.sendMail(mail);
  transport.close();

  expect(await mailsOf(fixture)).toHaveLength(1);
});
