import { expect, it } from 'vitest';
import { mailFor, mailKinds } from './mails.rules.ts';

const letter = { to: 'asha@example.org', id: 'id1', token: null } as const;

it.each(mailKinds)('%s says nothing of what the site is about, outside and inside', (mail) => {
  const { subject, text, html } = mailFor({ ...letter, mail }, 'https://house.test');

  expect(`${subject} ${text} ${html}`).not.toMatch(/satrangi|queer|book|library|publish|account of/i);
});

it('the link begins with the configured address and nothing else', () => {
  const { text, html } = mailFor({ ...letter, mail: 'reset', token: 'abc-_1' }, 'https://house.test:8443/');

  expect(text).toContain('\n\nhttps://house.test:8443/reset-password?token=abc-_1\n\n');
  expect(html).toContain('href="https://house.test:8443/reset-password?token=abc-_1"');
});

it('one thing has one message id, however often it is sent', () => {
  const once = mailFor({ ...letter, mail: 'new-email', token: 'x' }, 'https://house.test');

  expect(once.messageId).toBe('<new-email.id1@house.test>');
  expect(mailFor({ ...letter, mail: 'new-email', token: 'x' }, 'https://house.test')).toEqual(once);
});
