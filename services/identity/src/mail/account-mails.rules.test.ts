import { expect, it } from 'vitest';
import { mailFor, mailKinds } from './account-mails.rules.ts';

const base = { to: 'asha@example.org', id: 'id1', token: null } as const;

it.each(mailKinds)('%s does not reveal the subject of the site, in the subject or the body', (mail) => {
  const { subject, text, html } = mailFor({ ...base, mail }, 'https://house.test');

  expect(`${subject} ${text} ${html}`).not.toMatch(/satrangi|queer|book|library|publish|account of/i);
});

it('the link starts with the configured address', () => {
  const { text, html } = mailFor({ ...base, mail: 'reset', token: 'abc-_1' }, 'https://house.test:8443/');

  expect(text).toContain('\n\nhttps://house.test:8443/reset-password?token=abc-_1\n\n');
  expect(html).toContain('href="https://house.test:8443/reset-password?token=abc-_1"');
});

it('a repeated mail has the same message id', () => {
  const first = mailFor({ ...base, mail: 'new-email', token: 'x' }, 'https://house.test');

  expect(first.messageId).toBe('<new-email.id1@house.test>');
  expect(mailFor({ ...base, mail: 'new-email', token: 'x' }, 'https://house.test')).toEqual(first);
});
