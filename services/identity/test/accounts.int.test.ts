/** Making an account, and what its owner sees of it. */
import { describe, expect, it } from 'vitest';
import { asha, boot, refusal } from './house.ts';

describe('register', () => {
  it('answers 201 with a token and the user (IDN-01) and announces the account without naming the person', async () => {
    await using house = await boot();

    const session = await house.visitor.register({ body: { ...asha, pronouns: 'she/her' } });

    expect(session.user).toEqual({ _id: session.user._id, name: 'Asha', role: 'USER' });
    const [event, ...others] = await house.service.announced();
    expect(others).toEqual([]);
    expect(event?.type).toBe('identity.user-registered.v1');
    expect(event?.data).toEqual({ userId: session.user._id, role: 'USER', tokenVersion: 0 });
  });

  it.each([
    ['without a name', { name: ' ' }, 'Name required'],
    ['without email and phone', { email: undefined }, 'Please provide your Phone Number or Email ID'],
    ['with something that is neither', { email: 'asha@' }, 'Please enter a valid Email ID or Phone Number'],
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
    '%s is refused in the words of the form (IDN-02, IDN-03, IDN-04, IDN-05, IDN-06, IDN-13)',
    async (_, change, sentence) => {
      await using house = await boot();

      const body = JSON.parse(JSON.stringify({ ...asha, ...change }));
      const answer = await refusal(house.visitor.register({ body }));

      expect(answer).toEqual({ code: 'validation-failed', status: 400, message: sentence });
    },
  );

  it('a phone counts without dashes, spaces and parentheses: 10 and 15 digits are accepted (IDN-05)', async () => {
    await using house = await boot();
    const { email: _, ...person } = asha;

    await house.visitor.register({ body: { ...person, phone: '98765-43210' } });
    await house.visitor.register({ body: { ...person, phone: '+123 (456) 789012345' } });

    const again = await house.visitor.login({ body: { phone: '(987) 654 3210', password: asha.password } });
    expect(again.user.name).toBe('Asha');
  });

  it('a used email or phone gives 409 and a readable message, also when thirty come at once (IDN-09)', async () => {
    await using house = await boot();

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        refusal(
          house.visitor.register({ body: { ...asha, email: n % 2 ? 'asha@example.org' : asha.email } }),
        ),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'already-used')).toHaveLength(29);
    expect(await house.service.announced()).toHaveLength(1);
  });

  it('role, _id, emailVerified and createdAt are ignored (attack S5)', async () => {
    await using house = await boot();
    const mine = {
      ...asha,
      role: 'ADMIN',
      _id: 'chosen',
      emailVerified: true,
      createdAt: '2001-01-01T00:00:00Z',
    };

    const { user } = await house.visitor.register({ body: mine });
    const profile = await house.as(user._id).updateProfile({ body: { ...mine, city: 'Pune' } });

    expect(user).toMatchObject({ role: 'USER' });
    expect(user._id).not.toBe('chosen');
    expect(profile).toMatchObject({ role: 'USER', city: 'Pune', _id: user._id, email: 'asha@example.org' });
    expect(profile.createdAt).not.toBe(mine.createdAt);
  });

  it('operators and arrays in place of words are a clear 400 (attack S26)', async () => {
    await using house = await boot();

    for (const email of [{ $ne: null }, ['a@b.co'], 7, { toString: 'x' }]) {
      const answer = await fetch(`${house.service.url}/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: { $gt: '' } }),
      });
      expect(answer.status).toBe(400);
    }
  });
});

describe('profile', () => {
  it('shows the own account and never the password hash (IDN-15, IDN-16)', async () => {
    await using house = await boot();
    const { user } = await house.visitor.register({ body: { ...asha, pronouns: 'she/her', bio: 'Reads.' } });

    const answer = await house.as(user._id).getProfile();

    const { createdAt, ...profile } = answer;
    expect(profile).toEqual({
      _id: user._id,
      name: 'Asha',
      email: 'asha@example.org',
      phone: null,
      pronouns: 'she/her',
      bio: 'Reads.',
      city: null,
      interests: [],
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
    await using house = await boot();
    const { token } = await house.visitor.register({ body: asha });
    const call = async (method: string, body?: object) => {
      const answer = await fetch(`${house.service.url}/users/profile`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, body: await answer.json() };
    };

    const changed = await call('PATCH', { city: 'Pune' });

    expect(changed).toMatchObject({ status: 200, body: { name: 'Asha', city: 'Pune', role: 'USER' } });
    expect(await call('GET')).toEqual(changed);
    expect((await call('PUT', { city: 'Goa' })).status).toBe(405);
  });

  it('takes a country alone and refuses an empty name (IDN-18, IDN-21)', async () => {
    await using house = await boot();
    const { user } = await house.visitor.register({ body: asha });
    const mine = house.as(user._id);

    const profile = await mine.updateProfile({ body: { country: 'in' } });

    expect(profile).toMatchObject({ country: 'IN', name: 'Asha' });
    expect(await refusal(mine.updateProfile({ body: { name: '  ' } }))).toMatchObject({
      status: 400,
      message: 'Name required',
    });
  });

  it('a changed name or pronouns are announced, everything private is not (IDN-44)', async () => {
    await using house = await boot();
    const { user } = await house.visitor.register({ body: asha });
    const mine = house.as(user._id);

    await mine.updateProfile({ body: { name: 'Asha', bio: 'Secret', city: 'Pune', interests: ['film'] } });
    const quiet = (await house.service.announced()).length;
    await mine.updateProfile({ body: { name: 'Asha K.' } });
    await mine.updateProfile({ body: { pronouns: 'they/them' } });

    const events = await house.service.announced();
    expect(quiet).toBe(1);
    expect(events.slice(1).map(({ type }) => type)).toEqual([
      'identity.user-updated.v1',
      'identity.user-updated.v1',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Asha|they|Secret|Pune/);
  });

  it('of an account that is gone answers 401 Invalid token', async () => {
    await using house = await boot();

    expect(await refusal(house.as('nobody').getProfile())).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
    expect(await refusal(house.visitor.getProfile())).toMatchObject({ status: 401 });
  });
});
