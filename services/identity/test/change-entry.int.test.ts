import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, refusal, tokenIn } from './world.ts';

const NEW = 'monsoon in malabar';
const wrong = { code: 'not-allowed', status: 403, message: 'Current password is incorrect' };

describe('a new password', () => {
  it('counts with the right current one, ends every session and tells the owner by mail (IDN-17, IDN-19, P39)', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    const elsewhere = await world.logIn('asha@example.org', PASSWORD);

    await mine.updateProfile({ body: { currentPassword: PASSWORD, newPassword: NEW, bio: 'Reads.' } });

    expect((await refusal(mine.getProfile())).message).toBe('Invalid token');
    expect((await refusal(world.as(elsewhere.token).getProfile())).message).toBe('Invalid token');
    const { token } = await world.logIn('asha@example.org', NEW);
    expect(await world.as(token).getProfile()).toMatchObject({ bio: 'Reads.' });
    expect((await world.mails('asha@example.org')).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ]);
  });

  it('without or with a wrong current password changes nothing, the name beside it neither (IDN-19, S21)', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');

    for (const currentPassword of [undefined, '', 'not this one'])
      for (const wish of [{ newPassword: NEW }, { newEmail: 'new@example.org' }])
        expect(
          await refusal(mine.updateProfile({ body: { ...wish, currentPassword, name: 'Other' } })),
        ).toEqual(wrong);

    expect(await mine.getProfile()).toMatchObject({ name: 'Asha', pendingEmail: null });
    expect(await world.mails('new@example.org')).toEqual([]);
    await world.logIn('asha@example.org', PASSWORD);
  });

  it('too short or too common is refused in the words of the form (IDN-13, S22)', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    const wish = (newPassword: string) =>
      refusal(mine.updateProfile({ body: { currentPassword: PASSWORD, newPassword } }));

    expect((await wish('12345')).message).toBe('Password must be at least 6 characters.');
    expect((await wish('iloveyou')).message).toBe(
      'That password is one of the most used of all, so it is easily guessed. Please choose another one.',
    );
  });

  it('is not a way to guess: ten wrong ones, then 429, also at once', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    const guess = () =>
      refusal(mine.updateProfile({ body: { currentPassword: 'a guess', newPassword: NEW } }));

    const answers = await Promise.all(Array.from({ length: 14 }, guess));

    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  it('of twenty changes at once exactly one counts', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');

    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        refusal(mine.updateProfile({ body: { currentPassword: PASSWORD, newPassword: `${NEW} ${n}` } })),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a new email', () => {
  it('leaves the email as it is until it is confirmed from the mailed link, once (IDN-20, IDN-33)', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');

    const profile = await mine.updateProfile({
      body: { newEmail: 'New@Example.org', currentPassword: PASSWORD },
    });

    expect(profile).toMatchObject({ email: 'asha@example.org', pendingEmail: 'new@example.org' });
    const [mail] = await world.mails('new@example.org');
    expect(mail?.subject).toBe('Confirm your email address');
    expect(mail?.text).toMatch(/^http:\/\/house\.test\/api\/users\/confirm-email\?token=[\w-]{43}$/m);
    expect((await world.mails('asha@example.org'))[0]?.subject).toBe('Another email address was asked for');
    expect((await refusal(world.logIn('new@example.org', PASSWORD))).status).toBe(401);

    expect(await world.confirm(tokenIn(mail))).toBe('confirmed');
    expect(await mine.getProfile()).toMatchObject({ email: 'new@example.org', pendingEmail: null });
    expect((await world.logIn('new@example.org', PASSWORD)).user._id).toBe(userId);

    await mine.updateProfile({ body: { newEmail: 'third@example.org', currentPassword: PASSWORD } });
    const third = tokenIn((await world.mails('third@example.org'))[0]);
    expect(await world.confirm(third)).toBe('confirmed');
    expect(await world.confirm(third)).toBe('confirmed');
    expect(await world.confirm(tokenIn(mail))).toBe('expired');
    expect(await mine.getProfile()).toMatchObject({ email: 'third@example.org' });
  });

  it('after 24 hours, with another token or without one nothing changes (IDN-33)', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    await mine.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    const token = tokenIn((await world.mails('new@example.org'))[0]);

    for (const bad of ['', 'x', 'A'.repeat(43)]) expect(await world.confirm(bad)).toBe('expired');
    world.service.clock.advance(24 * 3_600_000 + 1_000);

    expect(await world.confirm(token)).toBe('expired');
    expect(await mine.getProfile()).toMatchObject({ email: 'asha@example.org' });
  });

  it('that belongs to somebody is asked for like any other: only who reads its mail learns that it is taken (P37)', async () => {
    await using world = await openWorld();
    await world.join('leela@example.org', { name: 'Leela' });
    const { mine } = await world.join('asha@example.org');

    const profile = await mine.updateProfile({
      body: { newEmail: 'leela@example.org', currentPassword: PASSWORD },
    });
    const [mail] = await world.mails('leela@example.org');

    expect(profile.pendingEmail).toBe('leela@example.org');
    expect(await world.confirm(tokenIn(mail))).toBe('taken');
    expect(await mine.getProfile()).toMatchObject({ email: 'asha@example.org', pendingEmail: null });
  });

  it('begun by somebody else is over once the owner sets a new password', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    await mine.updateProfile({ body: { newEmail: 'thief@example.org', currentPassword: PASSWORD } });
    const thief = tokenIn((await world.mails('thief@example.org'))[0]);
    await world.visitor.forgotPassword({ body: { email: 'asha@example.org' } });
    const [mail] = await world.mails('asha@example.org');
    await world.visitor.resetPassword({ body: { token: tokenIn(mail), password: NEW } });

    expect(await world.confirm(thief)).toBe('expired');
    await world.logIn('asha@example.org', NEW);
  });

  it('makes no account a way to write to strangers: three mails an hour to one address, then 429', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    const wish = (newEmail: string) =>
      refusal(mine.updateProfile({ body: { newEmail, currentPassword: PASSWORD } }));

    for (let n = 0; n < 3; n += 1) expect((await wish('stranger@example.org')).status).toBe(200);
    expect((await wish('stranger@example.org')).status).toBe(429);
    expect((await wish('another@example.org')).status).toBe(200);
  });

  it('is not written about any more once its link is over, and a notice nobody took for a day neither', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    await world.knob({ target: 'mail.receive', status: 451 });
    await mine.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    await world.mails('new@example.org');
    await world.calm();

    world.service.clock.advance(24 * 3_600_000 + 1_000);

    expect(await world.mails('new@example.org')).toEqual([]);
    expect(await world.mails('asha@example.org')).toEqual([]);
  });

  it('is not in the store as a token, and the address leaves the work list with the mail', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    await mine.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    const token = tokenIn((await world.mails('new@example.org'))[0]);

    expect(await world.dump()).not.toContain(token);
  });
});

describe('the rest of the profile', () => {
  it('takes city and interests, and an empty form field in place of a password is no wish for one (IDN-41)', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');

    const profile = await mine.updateProfile({
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

  it('is all of it in the export, without hashes (P43)', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org', { pronouns: 'she/her', bio: 'Reads.' });
    await mine.updateProfile({ body: { city: 'Pune', country: 'IN', interests: ['film'] } });

    const held = await mine.exportMine();

    expect(held).toMatchObject({
      account: {
        name: 'Asha',
        email: 'asha@example.org',
        pronouns: 'she/her',
        bio: 'Reads.',
        city: 'Pune',
        country: 'IN',
        interests: ['film'],
      },
      emailVerified: false,
      googleId: null,
    });
    expect(JSON.stringify(held)).not.toContain('argon2');
  });

  it('log out everywhere ends every session, in the store at once and by event elsewhere (P39)', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');
    const other = await world.logIn('asha@example.org', PASSWORD);

    await mine.logoutEverywhere();

    expect((await refusal(mine.getProfile())).message).toBe('Invalid token');
    expect((await refusal(world.as(other.token).exportMine())).message).toBe('Invalid token');
    expect((await world.service.announced()).at(-1)).toMatchObject({ data: { userId, tokenVersion: 1 } });
    const again = await world.logIn('asha@example.org', PASSWORD);
    expect(await world.as(again.token).getProfile()).toMatchObject({ _id: userId });
  });
});
