import { catalogApi, gatewayApi, identityApi, UserId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { anEbook, aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const user = { _id: UserId.parse('asha'), name: 'Asha', role: 'USER' as const };
const loginResponse = { token: 'a-token', user };

/** Requests beside every login: the country is saved in the account. */
const backgroundApis = [
  plays(gatewayApi, { geo: () => ({ country_code: 'IN' }) }),
  plays(catalogApi, { getEbook: () => anEbook() }),
];

/** Requests caused by the test; the page itself only loads the Google settings. */
const requests = (fetched: ReturnType<typeof openPage>['fetched']): string[] =>
  fetched.mock.calls.map(([target]) => String(target)).filter((target) => target !== '/api/auth/google');

describe('logging in', () => {
  it('requires an identifier and explains errors before any request (WEB-21)', async () => {
    const { user: reader, fetched } = openPage('/login');
    await reader.click(await screen.findByRole('button', { name: 'Log in' }));

    expect(screen.getByText('Please provide your Phone Number or Email ID')).toBeTruthy();
    const identifier = screen.getByLabelText('Phone number or email');
    expect(document.activeElement).toBe(identifier);

    await reader.type(identifier, 'asha at home');
    expect(screen.queryByText('Please provide your Phone Number or Email ID')).toBeNull();
    await reader.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByText('Please enter a valid Email ID or Phone Number')).toBeTruthy();
    expect(requests(fetched)).toEqual([]);
  });

  it('sends a phone number as a phone and an email as an email', async () => {
    const login = vi.fn(() => loginResponse);
    const server = [plays(identityApi, { login, updateProfile: () => aProfile() }), ...backgroundApis];
    const { user: reader } = openPage('/login?next=/e-books', { server });
    await reader.type(await screen.findByLabelText('Phone number or email'), '+91 (98) 7654-3210');
    await reader.type(screen.getByLabelText('Password'), 'secret-1{Enter}');

    await waitFor(() => expect(session.get()).toEqual({ token: 'a-token', userId: 'asha' }));
    expect(login).toHaveBeenCalledWith(
      expect.objectContaining({ body: { phone: '+919876543210', password: 'secret-1' } }),
    );
    expect(localStorage.getItem('token')).toBe('a-token');
    expect(localStorage.getItem('userId')).toBe('asha');
  });

  it.each([
    ['next', '/login?next=%2Fnowhere%3Fbuy%3D1', '/nowhere?buy=1'],
    ['the profile when there is no next', '/login', '/profile'],
    ['the profile when next is another site', '/login?next=//evil.example', '/profile'],
  ])('then goes to %s', async (_, address, expected) => {
    const server = [
      plays(identityApi, {
        login: () => loginResponse,
        updateProfile: () => aProfile(),
        getProfile: () => aProfile(),
      }),
      ...backgroundApis,
    ];
    const { user: reader, where } = openPage(address, { server });
    await reader.type(await screen.findByLabelText('Phone number or email'), 'asha@example.org');
    await reader.type(screen.getByLabelText('Password'), 'secret-1{Enter}');

    await waitFor(() => expect(where()).toBe(expected));
  });

  it('shows Login failed and keeps what was typed (WEB-22)', async () => {
    const login = () => {
      throw new FakeProblem('login-failed', 'Login failed');
    };
    const { user: reader } = openPage('/login', { server: [plays(identityApi, { login })] });
    await reader.type(await screen.findByLabelText('Phone number or email'), 'asha@example.org');
    await reader.type(screen.getByLabelText('Password'), 'wrong{Enter}');

    expect((await screen.findByRole('alert')).textContent).toBe('Login failed');
    expect(screen.getByLabelText<HTMLInputElement>('Phone number or email').value).toBe('asha@example.org');
    expect(session.get()).toBeNull();
  });

  it('logs in once for several clicks', async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const login = vi.fn(async () => {
      await gate;
      return loginResponse;
    });
    const server = [plays(identityApi, { login, updateProfile: () => aProfile() }), ...backgroundApis];
    const { user: reader } = openPage('/login?next=/nowhere', { server });
    await reader.type(await screen.findByLabelText('Phone number or email'), 'asha@example.org');
    await reader.type(screen.getByLabelText('Password'), 'secret-1{Enter}{Enter}');
    release();

    await waitFor(() => expect(session.get()).not.toBeNull());
    expect(login).toHaveBeenCalledTimes(1);
  });

  it('shows and hides the password and lets password managers work (WEB-17)', async () => {
    const { user: reader } = openPage('/login');
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    expect(password.autocomplete).toBe('current-password');
    expect(screen.getByLabelText<HTMLInputElement>('Phone number or email').autocomplete).toBe('username');

    await reader.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    await reader.click(password);
    await reader.paste('pasted words');
    expect(password.value).toBe('pasted words');
  });

  it('redirects an admin to the back office or to the requested page (WEB-19)', async () => {
    const claims = btoa(JSON.stringify({ sub: 'asha', role: 'ADMIN' }));
    const admin = { token: `e30.${claims}.c2ln`, user: { ...user, role: 'ADMIN' as const } };
    const server = [
      plays(identityApi, { login: () => admin, updateProfile: () => aProfile() }),
      ...backgroundApis,
    ];
    const { user: reader, where } = openPage('/login', { server });
    await reader.type(await screen.findByLabelText('Phone number or email'), 'asha@example.org');
    await reader.type(screen.getByLabelText('Password'), 'secret-1{Enter}');
    await waitFor(() => expect(where()).toBe('/admin'));
  });

  it('names the book to buy, but not in discreet mode', async () => {
    openPage('/login?next=%2Febook%2Fseven-ways%3Fbuy%3D1', { server: backgroundApis });
    expect(await screen.findByText('Seven Ways Home')).toBeTruthy();
  });

  it('links to a password reset (WEB-17)', async () => {
    openPage('/login');
    const link = await screen.findByRole('link', { name: 'Forgot Password?' });
    expect(link.getAttribute('href')).toBe('/forgot-password');
  });

  it('links to registration with the same next page', async () => {
    openPage('/login?next=%2Fpayment%3Febook%3Dx');
    const link = await screen.findByRole('link', { name: 'Create an account' });
    expect(link.getAttribute('href')).toBe('/register?next=%2Fpayment%3Febook%3Dx');
  });
});

describe('registering', () => {
  const fill = async (reader: ReturnType<typeof openPage>['user']) => {
    await reader.type(await screen.findByLabelText('What should we call you?'), ' Asha ');
    await reader.type(screen.getByLabelText('Phone number or email'), 'Asha@Example.org');
    await reader.type(screen.getByLabelText('Password'), 'monsoon!');
    await reader.type(screen.getByLabelText('Pronouns (optional)'), 'xe/xem');
  };

  it('requires name, identifier and a password of six characters', async () => {
    const { user: reader, fetched } = openPage('/register');
    await reader.click(await screen.findByRole('button', { name: 'Create account' }));
    expect(screen.getByText('Name required')).toBeTruthy();
    expect(screen.getByText('Please provide your Phone Number or Email ID')).toBeTruthy();
    expect(screen.getByText('Password required')).toBeTruthy();

    await reader.type(screen.getByLabelText('Password'), '12345');
    await reader.click(screen.getByRole('button', { name: 'Create account' }));
    expect(screen.getByText('Password must be at least 6 characters.')).toBeTruthy();
    expect(requests(fetched)).toEqual([]);
  });

  it('creates the account with any pronouns, logs in and saves the country in the background (WEB-20, WEB-98)', async () => {
    const register = vi.fn(() => loginResponse);
    const updateProfile = vi.fn(() => aProfile());
    const server = [plays(identityApi, { register, updateProfile }), ...backgroundApis];
    const { user: reader, where } = openPage('/register?next=/nowhere', { server });
    await fill(reader);
    await reader.click(screen.getByRole('button', { name: 'Create account' }));

    await waitFor(() => expect(where()).toBe('/nowhere'));
    expect(register).toHaveBeenCalledWith(
      expect.objectContaining({
        body: { name: 'Asha', email: 'asha@example.org', password: 'monsoon!', pronouns: 'xe/xem' },
      }),
    );
    await waitFor(() =>
      expect(updateProfile).toHaveBeenCalledWith(expect.objectContaining({ body: { country: 'IN' } })),
    );
  });

  it('shows Registration failed on a server error, and the reason of a refusal (WEB-22)', async () => {
    let calls = 0;
    const register = () => {
      calls += 1;
      if (calls === 1) throw new FakeProblem('unavailable', 'Not available right now');
      throw new FakeProblem(
        'already-used',
        'That email or phone number is already registered. Try logging in.',
      );
    };
    const { user: reader } = openPage('/register', { server: [plays(identityApi, { register })] });
    await fill(reader);
    await reader.click(screen.getByRole('button', { name: 'Create account' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Registration failed');

    await reader.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'That email or phone number is already registered. Try logging in.',
      ),
    );
  });
});
