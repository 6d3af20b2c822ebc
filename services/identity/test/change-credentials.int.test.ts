import { describe, expect, it } from 'vitest';
import { DAY_MS, EMAIL, NEW_PASSWORD, openFixture, outcomeOf, PASSWORD, tokenIn } from './fixture.ts';

const WRONG_PASSWORD = { code: 'not-allowed', status: 403, message: 'Current password is incorrect' };

describe('a new password', () => {
  it('requires the current one, ends all sessions and notifies the owner by mail (IDN-17, IDN-19, P39)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    const elsewhere = await fixture.logIn(EMAIL, PASSWORD);

    await client.updateProfile({
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, bio: 'Reads.' },
    });

    expect((await outcomeOf(client.getProfile())).message).toBe('Invalid token');
    expect((await outcomeOf(fixture.as(elsewhere.token).getProfile())).message).toBe('Invalid token');
    const { token } = await fixture.logIn(EMAIL, NEW_PASSWORD);
    expect(await fixture.as(token).getProfile()).toMatchObject({ bio: 'Reads.' });
    expect((await fixture.mails(EMAIL)).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  it('is refused with a missing or wrong current password, with all other changes (IDN-19, S21)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);

    for (const currentPassword of [undefined, '', 'not this one'])
      for (const change of [{ newPassword: NEW_PASSWORD }, { newEmail: 'new@example.org' }])
        expect(
          await outcomeOf(client.updateProfile({ body: { ...change, currentPassword, name: 'Other' } })),
        ).toEqual(WRONG_PASSWORD);

    expect(await client.getProfile()).toMatchObject({ name: 'Asha', pendingEmail: null });
    expect(await fixture.mails('new@example.org')).toEqual([]);
    await fixture.logIn(EMAIL, PASSWORD);
  });

  it('is refused with the message of the form when it is too short or common (IDN-13, S22)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    const change = (newPassword: string) =>
      outcomeOf(client.updateProfile({ body: { currentPassword: PASSWORD, newPassword } }));

    expect((await change('12345')).message).toBe('Password must be at least 6 characters.');
    expect((await change('iloveyou')).message).toBe(
      'That password is one of the most used of all, so it is easily guessed. Please choose another one.',
    );
  });

  it('cannot be guessed: ten wrong ones, then 429, also when concurrent', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    const guess = () =>
      outcomeOf(client.updateProfile({ body: { currentPassword: 'a guess', newPassword: NEW_PASSWORD } }));

    const outcomes = await Promise.all(Array.from({ length: 14 }, guess));

    expect(outcomes.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  it('of nine concurrent changes exactly one succeeds', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);

    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        outcomeOf(
          client.updateProfile({ body: { currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} ${n}` } }),
        ),
      ),
    );

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a new email', () => {
  it('replaces the email once its mailed link is confirmed (IDN-20, IDN-33)', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);

    const profile = await client.updateProfile({
      body: { newEmail: 'New@Example.org', currentPassword: PASSWORD },
    });

    expect(profile).toMatchObject({ email: EMAIL, pendingEmail: 'new@example.org' });
    const [mail] = await fixture.mails('new@example.org');
    expect(mail?.subject).toBe('Confirm your email address');
    expect(mail?.text).toMatch(/^http:\/\/house\.test\/api\/users\/confirm-email\?token=[\w-]{43}$/m);
    expect((await fixture.mails(EMAIL))[0]?.subject).toBe('A change of email address was requested');
    expect((await outcomeOf(fixture.logIn('new@example.org', PASSWORD))).status).toBe(401);

    expect(await fixture.confirmEmail(tokenIn(mail))).toBe('confirmed');
    expect(await client.getProfile()).toMatchObject({ email: 'new@example.org', pendingEmail: null });
    expect((await fixture.logIn('new@example.org', PASSWORD)).user._id).toBe(userId);

    await client.updateProfile({ body: { newEmail: 'third@example.org', currentPassword: PASSWORD } });
    const third = tokenIn((await fixture.mails('third@example.org'))[0]);
    expect(await fixture.confirmEmail(third)).toBe('confirmed');
    expect(await fixture.confirmEmail(third)).toBe('confirmed');
    expect(await fixture.confirmEmail(tokenIn(mail))).toBe('expired');
    expect(await client.getProfile()).toMatchObject({ email: 'third@example.org' });
  });

  it('is not confirmed by an expired, wrong or missing token (IDN-33)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    await client.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    const token = tokenIn((await fixture.mails('new@example.org'))[0]);

    for (const bad of ['', 'x', 'A'.repeat(43)]) expect(await fixture.confirmEmail(bad)).toBe('expired');
    fixture.service.clock.advance(DAY_MS + 1_000);

    expect(await fixture.confirmEmail(token)).toBe('expired');
    expect(await client.getProfile()).toMatchObject({ email: EMAIL });
  });

  it('that is taken is requested like any other: only the mail reveals it (P37)', async () => {
    await using fixture = await openFixture();
    await fixture.register('leela@example.org', { name: 'Leela' });
    const { client } = await fixture.register(EMAIL);

    const profile = await client.updateProfile({
      body: { newEmail: 'leela@example.org', currentPassword: PASSWORD },
    });
    const [mail] = await fixture.mails('leela@example.org');

    expect(profile.pendingEmail).toBe('leela@example.org');
    expect(await fixture.confirmEmail(tokenIn(mail))).toBe('taken');
    expect(await client.getProfile()).toMatchObject({ email: EMAIL, pendingEmail: null });
  });

  it('requested by an attacker is void once the owner resets the password', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    await client.updateProfile({ body: { newEmail: 'attacker@example.org', currentPassword: PASSWORD } });
    const attackerToken = tokenIn((await fixture.mails('attacker@example.org'))[0]);
    await fixture.resetPassword(EMAIL, NEW_PASSWORD);

    expect(await fixture.confirmEmail(attackerToken)).toBe('expired');
    await fixture.logIn(EMAIL, NEW_PASSWORD);
  });

  it('is limited to three mails an hour to one address, then 429', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    const change = (newEmail: string) =>
      outcomeOf(client.updateProfile({ body: { newEmail, currentPassword: PASSWORD } }));

    for (let n = 0; n < 3; n += 1) expect((await change('stranger@example.org')).status).toBe(200);
    expect((await change('stranger@example.org')).status).toBe(429);
    expect((await change('another@example.org')).status).toBe(200);
  });

  it('sends no expired link, and no notice that was undeliverable for a day', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    await fixture.injectFault({ target: 'mail.receive', status: 451 });
    await client.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    await fixture.mails('new@example.org');
    await fixture.clearFaults();

    fixture.service.clock.advance(DAY_MS + 1_000);

    expect(await fixture.mails('new@example.org')).toEqual([]);
    expect(await fixture.mails(EMAIL)).toEqual([]);
  });

  it('is confirmed by a token that the store does not hold', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    await client.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    const token = tokenIn((await fixture.mails('new@example.org'))[0]);

    expect(await fixture.dumpStore()).not.toContain(token);
  });
});

describe('the rest of the profile', () => {
  it('accepts city and interests, and ignores empty credential fields of the form (IDN-41)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);

    const profile = await client.updateProfile({
      body: {
        city: 'Pune',
        interests: ['film', 'film', 'poetry'],
        newPassword: '',
        newEmail: '',
        currentPassword: '',
      },
    });

    expect(profile).toMatchObject({ city: 'Pune', interests: ['film', 'poetry'], pendingEmail: null });
  });

  it('is exported completely, without hashes (P43)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL, { pronouns: 'she/her', bio: 'Reads.' });
    await client.updateProfile({ body: { city: 'Pune', country: 'IN', interests: ['film'] } });

    const exported = await client.exportMine();

    expect(exported).toMatchObject({
      account: {
        name: 'Asha',
        email: EMAIL,
        pronouns: 'she/her',
        bio: 'Reads.',
        city: 'Pune',
        country: 'IN',
        interests: ['film'],
      },
      emailVerified: false,
      googleId: null,
    });
    expect(JSON.stringify(exported)).not.toContain('argon2');
  });

  it('logging out everywhere ends all sessions: here at once, elsewhere by event (P39)', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);
    const other = await fixture.logIn(EMAIL, PASSWORD);

    await client.logoutEverywhere();

    expect((await outcomeOf(client.getProfile())).message).toBe('Invalid token');
    expect((await outcomeOf(fixture.as(other.token).exportMine())).message).toBe('Invalid token');
    expect((await fixture.service.publishedEvents()).at(-1)).toMatchObject({
      data: { userId, tokenVersion: 1 },
    });
    const again = await fixture.logIn(EMAIL, PASSWORD);
    expect(await fixture.as(again.token).getProfile()).toMatchObject({ _id: userId });
  });
});
