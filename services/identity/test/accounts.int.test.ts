/** Registration and profile. */
import { describe, expect, it } from 'vitest';
import { asha, bootIdentity, outcomeOf } from './fixture.ts';

describe('register', () => {
  it('responds 201 with a token and the user (IDN-01) and publishes an event without personal data', async () => {
    await using fixture = await bootIdentity();

    const session = await fixture.visitor.register({ body: { ...asha, pronouns: 'she/her' } });

    expect(session.user).toEqual({ _id: session.user._id, name: 'Asha', role: 'USER' });
    const [event, ...others] = await fixture.service.publishedEvents();
    expect(others).toEqual([]);
    expect(event?.type).toBe('identity.user-registered.v1');
    expect(event?.data).toEqual({ userId: session.user._id, role: 'USER', tokenVersion: 0 });
  });

  it.each([
    ['without a name', { name: ' ' }, 'Name required'],
    ['without email and phone', { email: undefined }, 'Please provide your Phone Number or Email ID'],
    ['with an invalid email', { email: 'asha@' }, 'Please enter a valid Email ID or Phone Number'],
    [
      'with 9 digits',
      { email: undefined, phone: '987654321' },
      'Please enter a valid Email ID or Phone Number',
    ],
    [
      'with 16 digits',
      { email: undefined, phone: '9876543210123456' },
      'Please enter a valid Email ID or Phone Number',
    ],
    ['without a password', { password: '' }, 'Password required'],
    ['with a password of 5', { password: '12345' }, 'Password must be at least 6 characters.'],
  ])(
    '%s is refused with the message of the form (IDN-02, IDN-03, IDN-04, IDN-05, IDN-06, IDN-13)',
    async (_, change, message) => {
      await using fixture = await bootIdentity();

      const body = JSON.parse(JSON.stringify({ ...asha, ...change }));
      const response = await outcomeOf(fixture.visitor.register({ body }));

      expect(response).toEqual({ code: 'validation-failed', status: 400, message });
    },
  );

  it('normalises dashes, spaces and parentheses in a phone; accepts 10 and 15 digits (IDN-05)', async () => {
    await using fixture = await bootIdentity();
    const { email: _, ...person } = asha;

    await fixture.visitor.register({ body: { ...person, phone: '98765-43210' } });
    await fixture.visitor.register({ body: { ...person, phone: '+123 (456) 789012345' } });

    const again = await fixture.visitor.login({ body: { phone: '(987) 654 3210', password: asha.password } });
    expect(again.user.name).toBe('Asha');
  });

  it('responds 409 to a used email or phone, also for thirty concurrent requests (IDN-09)', async () => {
    await using fixture = await bootIdentity();

    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        outcomeOf(
          fixture.visitor.register({ body: { ...asha, email: n % 2 ? 'asha@example.org' : asha.email } }),
        ),
      ),
    );

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(({ code }) => code === 'already-used')).toHaveLength(29);
    expect(await fixture.service.publishedEvents()).toHaveLength(1);
  });

  it('ignores role, _id, emailVerified and createdAt (attack S5)', async () => {
    await using fixture = await bootIdentity();
    const body = {
      ...asha,
      role: 'ADMIN',
      _id: 'chosen',
      emailVerified: true,
      createdAt: '2001-01-01T00:00:00Z',
    };

    const { user } = await fixture.visitor.register({ body });
    const profile = await fixture.as(user._id).updateProfile({ body: { ...body, city: 'Pune' } });

    expect(user).toMatchObject({ role: 'USER' });
    expect(user._id).not.toBe('chosen');
    expect(profile).toMatchObject({ role: 'USER', city: 'Pune', _id: user._id, email: 'asha@example.org' });
    expect(profile.createdAt).not.toBe(body.createdAt);
  });

  it('responds 400 to query operators and arrays in place of text (attack S26)', async () => {
    await using fixture = await bootIdentity();

    for (const email of [{ $ne: null }, ['a@b.co'], 7, { toString: 'x' }]) {
      const response = await fetch(`${fixture.service.url}/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: { $gt: '' } }),
      });
      expect(response.status).toBe(400);
    }
  });
});

describe('profile', () => {
  it('contains the account of the caller without the password hash (IDN-15, IDN-16)', async () => {
    await using fixture = await bootIdentity();
    const { user } = await fixture.visitor.register({
      body: { ...asha, pronouns: 'she/her', bio: 'Reads.' },
    });

    const response = await fixture.as(user._id).getProfile();

    const { createdAt, ...profile } = response;
    expect(profile).toEqual({
      _id: user._id,
      name: 'Asha',
      email: 'asha@example.org',
      phone: null,
      pronouns: 'she/her',
      bio: 'Reads.',
      city: null,
      interests: [],
      aiPersonal: false,
      country: null,
      role: 'USER',
      pendingEmail: null,
      hasPassword: true,
      hasGoogle: false,
      unconfirmedEmail: { deletedAfter: expect.any(String) },
    });
    expect(Number.isNaN(Date.parse(createdAt))).toBe(false);
  });

  it('is read by GET and changed by PATCH of /users/profile (IDN-31)', async () => {
    await using fixture = await bootIdentity();
    const { token } = await fixture.visitor.register({ body: asha });
    const call = async (method: string, body?: object) => {
      const response = await fetch(`${fixture.service.url}/users/profile`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: await response.json() };
    };

    const changed = await call('PATCH', { city: 'Pune' });

    expect(changed).toMatchObject({ status: 200, body: { name: 'Asha', city: 'Pune', role: 'USER' } });
    expect(await call('GET')).toEqual(changed);
    expect((await call('PUT', { city: 'Goa' })).status).toBe(405);
  });

  it('accepts a country alone and refuses an empty name (IDN-18, IDN-21)', async () => {
    await using fixture = await bootIdentity();
    const { user } = await fixture.visitor.register({ body: asha });
    const client = fixture.as(user._id);

    const profile = await client.updateProfile({ body: { country: 'in' } });

    expect(profile).toMatchObject({ country: 'IN', name: 'Asha' });
    expect(await outcomeOf(client.updateProfile({ body: { name: '  ' } }))).toMatchObject({
      status: 400,
      message: 'Name required',
    });
  });

  it('publishes an event when name or pronouns change, and none for private fields (IDN-44)', async () => {
    await using fixture = await bootIdentity();
    const { user } = await fixture.visitor.register({ body: asha });
    const client = fixture.as(user._id);

    await client.updateProfile({ body: { name: 'Asha', bio: 'Secret', city: 'Pune', interests: ['film'] } });
    const before = (await fixture.service.publishedEvents()).length;
    await client.updateProfile({ body: { name: 'Asha K.' } });
    await client.updateProfile({ body: { pronouns: 'they/them' } });

    const events = await fixture.service.publishedEvents();
    expect(before).toBe(1);
    expect(events.slice(1).map(({ type }) => type)).toEqual([
      'identity.user-updated.v1',
      'identity.user-updated.v1',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Asha|they|Secret|Pune/);
  });

  it('of an unknown account responds 401 Invalid token', async () => {
    await using fixture = await bootIdentity();

    expect(await outcomeOf(fixture.as('nobody').getProfile())).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
    expect(await outcomeOf(fixture.visitor.getProfile())).toMatchObject({ status: 401 });
  });
});
