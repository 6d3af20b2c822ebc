import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { control, mailsOf, startWorld } from './world.ts';

const nowhere = 'http://127.0.0.1:1';

it('a mail in several parts and scripts arrives decoded, with dots and blind copies', async () => {
  await using world = await startWorld(nowhere);
  const text = 'नमस्ते आशा,\n.a line that begins with a dot\n.\nसतरंगी 🌈';
  const transport = createTransport(world.smtpUrl);

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

  const mails = await mailsOf(world);
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

it('mails are listed newest first, by recipient when asked, until they are cleared', async () => {
  await using world = await startWorld(nowhere);
  const transport = createTransport(world.smtpUrl);
  for (const to of ['one@example.org', 'two@example.org', 'one@example.org']) {
    await transport.sendMail({ from: 'post@satrangi.example', to, subject: `to ${to}`, text: 'x' });
  }
  transport.close();

  const all = await mailsOf(world);
  const two = await mailsOf(world, '?to=TWO@example.org');

  expect(all.map(({ to }) => to[0])).toEqual(['one@example.org', 'two@example.org', 'one@example.org']);
  expect(two).toHaveLength(1);
  expect((await control(world, 'DELETE', '/mail')).body).toEqual({ cleared: 3 });
  expect(await mailsOf(world)).toEqual([]);
});

it('a knob makes the mail server refuse for now', async () => {
  await using world = await startWorld(nowhere);
  const transport = createTransport(world.smtpUrl);
  const mail = { from: 'post@satrangi.example', to: 'asha@example.org', subject: 'x', text: 'x' };
  await control(world, 'POST', '/knobs', { target: 'mail.receive', status: 451, times: 1 });

  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 });
  await transport.sendMail(mail);
  transport.close();

  expect(await mailsOf(world)).toHaveLength(1);
});
