import { expect, it } from 'vitest';
import { createMailbox, type Mail } from './mailbox.ts';

const mailTo = (to: string, messageId = `<${to}>`, subject = 'News'): Mail => ({
  id: messageId,
  messageId,
  from: 'post@example.org',
  to: [to],
  subject,
  text: '',
  html: '',
  headers: {},
  receivedAt: '2026-11-24T00:00:00.000Z',
});

it('counts mails that made way for later ones, by address and Message-ID (P54)', () => {
  const mailbox = createMailbox(10);
  for (let n = 0; n < 2_500; n += 1) mailbox.add(mailTo(`reader-${n}@example.org`));
  mailbox.add(mailTo('reader-7@example.org'));
  mailbox.add(mailTo('reader-7@example.org', '<another>'));
  mailbox.add(mailTo('reader-7@example.org', '<another>', 'Receipt'));

  expect(mailbox.list().length).toBeLessThanOrEqual(10);
  expect(mailbox.counts('News')).toEqual({ accepted: 2_502, distinct: 2_501, recipients: 2_500, most: 2 });
  expect(mailbox.counts('Receipt')).toEqual({ accepted: 1, distinct: 1, recipients: 1, most: 1 });
  expect(mailbox.counts().accepted).toBe(2_503);
  mailbox.clear();
  expect(mailbox.counts().accepted).toBe(0);
});
