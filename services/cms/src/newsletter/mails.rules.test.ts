import { expect, it } from 'vitest';
import { newsletterMail } from './mails.rules.ts';

const details = { to: 'asha@example.org', id: 'id1', token: 'abc.def' };

it('a mail to a subscriber carries the headers of one-click unsubscription (CMS-40)', () => {
  const { headers, text } = newsletterMail('welcome', details, 'https://house.test:8443/');

  expect(headers).toEqual({
    'List-Unsubscribe': '<https://house.test:8443/api/newsletter/unsubscribe?token=abc.def>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(text).toContain('\n\nhttps://house.test:8443/newsletter#leave=abc.def\n\n');
});

it('a confirmation carries its token in the fragment only, and one message id', () => {
  const mail = newsletterMail('confirm', details, 'https://house.test');

  expect(mail.headers).toBeUndefined();
  expect(mail.text).toContain('https://house.test/newsletter#confirm=abc.def');
  expect(mail.html).toContain('href="https://house.test/newsletter#confirm=abc.def"');
  expect(newsletterMail('confirm', details, 'https://house.test')).toEqual(mail);
  expect(mail.messageId).toBe('<confirm.id1@house.test>');
});
