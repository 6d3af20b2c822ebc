import { FakeProblem } from '@satrangi/contracts/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openAdmin } from '../../testing/open-admin.tsx';

const operations = (service: string) =>
  service === 'identity'
    ? {
        listConnections: () => ({
          items: [
            {
              id: 'smtp',
              name: 'Mail server',
              purpose: 'Mails',
              area: 'mail' as const,
              missing: [],
              isSandbox: false,
            },
          ],
        }),
        checkConnection: () => ({
          state: 'works' as const,
          sentence: 'Fine.',
          checkedAt: '2026-11-20T10:00:00.000Z',
        }),
      }
    : {};

it.each([
  ['accepted', 'The mail server accepted the mail.'],
  ['refused', 'The mail server did not accept the mail (550).'],
] as const)('a test mail that is %s says what the mail server answered', async (outcome, sentence) => {
  const { user } = openAdmin('/?tab=dashboard&open=connections', {
    operations,
    identity: { sendTestMail: () => ({ outcome, sentence }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Send a test mail to my address' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

it('a test mail that the service does not send shows why', async () => {
  const { user } = openAdmin('/?tab=dashboard&open=connections', {
    operations,
    identity: {
      sendTestMail: () => {
        throw new FakeProblem('too-many-requests', 'Please try again in ten minutes.');
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Send a test mail to my address' }));
  expect((await screen.findByText('Please try again in ten minutes.')).getAttribute('role')).toBe('alert');
});
