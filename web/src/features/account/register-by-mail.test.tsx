import { createHash } from 'node:crypto';
import { catalogApi, gatewayApi, identityApi, UserId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { anEbook, aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const loginResponse = {
  token: 'a-token',
  user: { _id: UserId.parse('asha'), name: 'Asha', role: 'USER' as const },
};
const backgroundApis = [
  plays(gatewayApi, { geo: () => ({ country_code: 'IN' }) }),
  plays(catalogApi, { getEbook: () => anEbook() }),
];
type Responses = Parameters<typeof plays<typeof identityApi>>[1];
const servers = (responses: Responses) => [
  plays(identityApi, { getProfile: () => aProfile(), ...responses }),
  ...backgroundApis,
];

const fillIn = async (reader: ReturnType<typeof openPage>['user']): Promise<void> => {
  await reader.type(await screen.findByLabelText('What should we call you?'), 'Asha');
  await reader.type(screen.getByLabelText('Phone number or email'), 'asha@example.org');
  await reader.type(screen.getByLabelText('Password'), 'kahaani 7 and more');
  await reader.click(screen.getByRole('button', { name: 'Create account' }));
};

it('solves a proof-of-work challenge and registers again with the answer', async () => {
  const register = vi.fn(
    ({ body }: { body: { proof?: { challenge: string; answer: string } | undefined } }) => {
      if (body.proof) return loginResponse;
      throw new FakeProblem('too-many-requests', 'Many people are joining right now.', {
        challenge: 'a-challenge',
        bits: 6,
      });
    },
  );
  const { user: reader } = openPage('/register', { server: servers({ register }) });
  await fillIn(reader);

  await waitFor(() => expect(session.get()?.token).toBe('a-token'));
  const proof = register.mock.calls.at(-1)?.[0].body.proof;
  const digest = createHash('sha256').update(`${proof?.challenge}:${proof?.answer}`).digest();
  expect([proof?.challenge, digest[0] !== undefined && digest[0] >> 2]).toEqual(['a-challenge', 0]);
});

it('asks to check the mail where registration is by mail, and starts no session', async () => {
  const { user: reader } = openPage('/register', {
    server: servers({ register: () => ({ message: 'Any words.' }) }),
  });
  await fillIn(reader);

  const note = await screen.findByText(/If we can write to asha@example.org/);
  expect(document.activeElement).toBe(note);
  expect(session.get()).toBeNull();
});

it('finishes with the mailed link and the password chosen before', async () => {
  const confirmRegistration = vi.fn(() => loginResponse);
  const { user: reader, where } = openPage('/confirm-registration?token=from-mail', {
    server: servers({ confirmRegistration }),
  });
  await reader.type(await screen.findByLabelText('Password'), 'kahaani 7 and more{Enter}');

  await waitFor(() => expect(where()).toBe('/profile'));
  expect(confirmRegistration).toHaveBeenCalledWith(
    expect.objectContaining({ body: { token: 'from-mail', password: 'kahaani 7 and more' } }),
  );
});

it('shows that the password is not the one chosen before', async () => {
  const confirmRegistration = () => {
    throw new FakeProblem('login-failed', 'Login failed');
  };
  const { user: reader } = openPage('/confirm-registration?token=from-mail', {
    server: servers({ confirmRegistration }),
  });
  await reader.type(await screen.findByLabelText('Password'), 'not that{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'That is not the password you chose when you registered.',
  );
});
