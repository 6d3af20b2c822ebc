import { createHmac } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { control, mailsOf, startSandboxFixture, startWebhookReceiver } from './fixture.ts';

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

it('sends signed reports of bounces and complaints, or forged ones', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url, { reportSecret: 'a-secret-of-reports' });
  const report = { messageId: '<n.a.b@satrangi.example>', kind: 'hard' };
  const isSigned = (index: number): boolean => {
    const { raw, headers } = receiver.received[index] ?? {};
    const [, seconds, given] = /^t=(\d+),v1=(\w+)$/.exec(String(headers?.['x-report-signature'])) ?? [];
    return createHmac('sha256', 'a-secret-of-reports').update(`${seconds}.${raw}`).digest('hex') === given;
  };

  expect((await control(fixture, 'POST', '/mail/report', report)).body).toEqual({ status: 200 });
  await control(fixture, 'POST', '/mail/report', { ...report, forged: true });

  expect(receiver.received.map(({ path }) => path)).toEqual(Array(2).fill('/api/newsletter/webhooks/report'));
  expect(JSON.parse(receiver.received[0]?.raw ?? '')).toEqual(report);
  expect([isSigned(0), isSigned(1)]).toEqual([true, false]);
  expect((await control(fixture, 'POST', '/mail/report', { ...report, kind: 'x' })).status).toBe(400);
});

it('refuses recipients, and loses its reply, by knobs; counts what it accepted', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const transport = createTransport(fixture.smtpUrl);
  const mail = {
    from: 'post@satrangi.example',
    to: 'asha@example.org',
    subject: 'x',
    text: 'x',
    messageId: '<1@x>',
  };
  await control(fixture, 'POST', '/knobs', { target: 'mail.rcpt.example.org', status: 550, times: 1 });
  await control(fixture, 'POST', '/knobs', { target: 'mail.receive', cut: true, times: 1 });

  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 550 });
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ code: 'ECONNECTION' });
  await transport.sendMail(mail);
  transport.close();

  expect((await control(fixture, 'GET', '/mail/counts?subject=x')).body).toEqual({
    accepted: 2,
    distinct: 1,
    recipients: 1,
    most: 2,
  });
});
