import { databaseName, erasingServices } from '@satrangi/contracts';
import { serviceDatabases, until } from '@satrangi/start';
import { describe, expect, it } from 'vitest';
import { httpRequest } from './support/http-request.ts';
import { usePlatform } from './support/opened.ts';

const platform = usePlatform();
const register = async (more: Record<string, unknown> = {}) => {
  const { status, json } = await httpRequest(`${platform.api}/users/register`, {
    json: { name: 'Asha', password: 'a long password', ...more },
  });
  expect(status).toBe(201);
  const { token, user } = json as { token: string; user: { _id: string } };
  return { token, userId: user._id };
};
/** The stored name of the next check of an erasure; null when it is complete. */
const NEXT_CHECK = 'lookAt';

/** One protected route of each service. */
const routes = ['/users/profile', '/payments/mine', '/library', '/ebooks/mine'];
const statuses = (token: string): Promise<number[]> =>
  Promise.all(routes.map(async (route) => (await httpRequest(`${platform.api}${route}`, { token })).status));
const shut = async (token: string): Promise<true | undefined> =>
  (await statuses(token)).every((status) => status === 401) || undefined;

type Mail = { subject: string; text: string };
const mailTo = (address: string, subject: string): Promise<Mail> =>
  until('a mail arrives', async () => {
    const { json } = await httpRequest(`${platform.url}/sandbox/mail?to=${encodeURIComponent(address)}`);
    return (json as Mail[]).find((mail) => mail.subject === subject);
  });
const linkIn = ({ text }: Mail): URL => new URL(/^http\S+$/m.exec(text)?.[0] ?? '');

describe('an account behind the gateway', () => {
  it('log-out revokes that session on every service and no other session', async () => {
    const email = 'leaving@platform.example';
    const { token } = await register({ email });
    const login = await httpRequest(`${platform.api}/users/login`, {
      json: { email, password: 'a long password' },
    });
    const other = (login.json as { token: string }).token;
    expect(await statuses(token)).toEqual(routes.map(() => 200));

    const left = await httpRequest(`${platform.api}/users/logout`, { method: 'POST', token });

    expect(left.status).toBe(204);
    expect(await until('every route refuses the login', () => shut(token))).toBe(true);
    expect(await statuses(other)).toEqual(routes.map(() => 200));
  });

  it('is recovered by a mailed link, which revokes all sessions (IDN-10 to IDN-12, IDN-34)', async () => {
    const email = 'recovered@platform.example';
    const { token } = await register({ email });
    expect(await statuses(token)).toEqual(routes.map(() => 200));

    await httpRequest(`${platform.api}/users/forgot-password`, { json: { email } });
    const link = linkIn(await mailTo(email, 'Set a new password'));
    const reset = await httpRequest(`${platform.api}/users/reset-password`, {
      json: { token: link.searchParams.get('token'), password: 'monsoon in malabar' },
    });

    expect([link.port, link.pathname]).toEqual([new URL(platform.url).port, '/reset-password']);
    expect(reset.status).toBe(200);
    expect(await until('every route refuses the login', () => shut(token))).toBe(true);
    const entered = await httpRequest(`${platform.api}/users/login`, {
      json: { email, password: 'monsoon in malabar' },
    });
    expect(entered.status).toBe(200);
  });

  it('changes its address by POST from the page of a mailed link; GET changes nothing (IDN-20, IDN-33)', async () => {
    const { token } = await register({ email: 'before@platform.example' });
    await httpRequest(`${platform.api}/users/profile`, {
      method: 'PATCH',
      token,
      json: { newEmail: 'after@platform.example', currentPassword: 'a long password' },
    });
    const link = linkIn(await mailTo('after@platform.example', 'Confirm your email address'));

    const emailNow = async () =>
      ((await httpRequest(`${platform.api}/users/profile`, { token })).json as { email: string }).email;
    const mailed = link.searchParams.get('token');

    const opened = await httpRequest(link.href);

    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `${link.origin}/confirm-email?token=${mailed}`,
    ]);
    expect(await emailNow()).toBe('before@platform.example');
    const confirmed = await httpRequest(`${platform.api}/users/confirm-email`, { json: { token: mailed } });
    expect(confirmed.status).toBe(200);
    expect(await emailNow()).toBe('after@platform.example');
  });

  it('is created with Google only in the browser that started it (IDN-14)', async () => {
    const settings = await httpRequest(`${platform.api}/auth/google`);
    const { nonce, clientId, scriptUrl } = settings.json as Record<string, string>;
    const cookie = settings.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { json } = await httpRequest(`${platform.url}/sandbox/google/credential`, {
      json: { email: 'google@platform.example', name: 'Asha', nonce, clientId },
    });

    const entered = await httpRequest(`${platform.api}/auth/google`, { json, headers: { cookie } });

    expect((await httpRequest(`${platform.url}${scriptUrl}`)).status).toBe(200);
    expect(entered.status).toBe(200);
    expect(await statuses((entered.json as { token: string }).token)).toEqual(routes.map(() => 200));
  });
});

/** Every document of every service, as text. */
const everything = async (): Promise<string> => {
  const parts: string[] = [];
  for (const { db, collections } of await serviceDatabases(platform.mongo))
    for (const name of collections) parts.push(JSON.stringify(await db.collection(name).find({}).toArray()));
  return parts.join('\n');
};

describe('an account that is deleted', () => {
  it('is erased by every service, and no personal data is left in any store (IDN-24, IDN-40, P42)', async () => {
    const email = 'canary@platform.example';
    const { token, userId } = await register({
      email,
      phone: '+91 98989 12121',
      name: 'Canarywala',
      pronouns: 'xe/canary',
      bio: 'A canary sang here.',
    });
    await httpRequest(`${platform.api}/users/profile`, {
      method: 'PATCH',
      token,
      json: { city: 'Canarypur', interests: ['canaries'] },
    });
    const started = await httpRequest(`${platform.api}/payments/create`, {
      token,
      json: {
        items: [{ media: platform.books.cheap }],
        country: 'US',
        name: 'Canarywala',
        email,
        phone: '+919898912121',
      },
    });
    const { clientSecret } = started.json as { clientSecret: string };
    await httpRequest(`${platform.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } });
    await mailTo(email, 'Your order is ready');
    await until('the reader has access', async () => {
      const { json } = await httpRequest(`${platform.api}/library/access/${platform.books.cheap}`, { token });
      return (json as { hasAccess: boolean }).hasAccess || undefined;
    });
    const reviewed = await httpRequest(`${platform.api}/reviews/ebook/${platform.books.cheap}`, {
      token,
      json: { rating: 5, comment: 'A canary would like it.' },
    });
    expect(reviewed.status).toBeLessThan(300);
    await httpRequest(`${platform.api}/users/forgot-password`, { json: { email } });
    await mailTo(email, 'Set a new password');
    expect(await everything()).toMatch(/canary/i);

    const gone = await httpRequest(`${platform.api}/users/delete`, { method: 'DELETE', token, json: {} });

    expect(gone.status).toBe(200);
    expect(await until('every route refuses the login', () => shut(token))).toBe(true);
    const accounts = platform.mongo.db(databaseName('identity')).collection<{ _id: string }>('accounts');
    const record = await until('the erasure is complete', async () => {
      const found = (await accounts.findOne({ _id: userId })) as {
        erasure?: { [NEXT_CHECK]: Date | null };
      } | null;
      return found?.erasure?.[NEXT_CHECK] === null ? found.erasure : undefined;
    });
    expect(record).toMatchObject({
      forgottenBy: Object.fromEntries(erasingServices.map((name) => [name, expect.any(Date)])),
    });
    const left = await everything();
    // long enough that no random id has them
    expect(left.match(/.{0,80}(canary|canaries|98989 ?12121).{0,80}/i)?.[0]).toBeUndefined();
    const again = await register({ email });
    expect(again.userId).not.toBe(userId);
    const { json } = await httpRequest(`${platform.api}/library/access/${platform.books.cheap}`, {
      token: again.token,
    });
    expect(json).toEqual({ hasAccess: false });
  });
});

describe('an account with an unverified address', () => {
  type StoredKey = {
    _id: string;
    erasure?: { [NEXT_CHECK]: Date | null; forgottenBy: object };
    unproved?: { closing?: object };
  };
  const accounts = () => platform.mongo.db(databaseName('identity')).collection<StoredKey>('accounts');
  /** Ages an account past its deadline, with its reminder sent in time. */
  const age = async (userId: string): Promise<void> => {
    const past = new Date(Date.now() - 5 * 86_400_000);
    const set = { 'unproved.dueAt': past, 'unproved.remindedAt': past, 'unproved.lookAt': past };
    await accounts().updateOne({ _id: userId }, { $set: set });
  };
  const kept = (userId: string) => accounts().findOne({ _id: userId });

  it('is erased by every service without purchases, and kept with an unpaid order (0053)', async () => {
    const idle = await register({ email: 'idle@platform.example' });
    const buying = await register({ email: 'buying@platform.example' });
    const requested = await httpRequest(`${platform.api}/payments/create`, {
      token: buying.token,
      json: { items: [{ media: platform.books.cheap }], country: 'US', name: 'Asha' },
    });
    expect(requested.status).toBe(200);
    for (const { userId } of [idle, buying]) await age(userId);

    await until('the account is closing', async () => (await kept(idle.userId))?.unproved?.closing);
    expect(await until('every route refuses the login', () => shut(idle.token))).toBe(true);
    await age(idle.userId);
    const record = await until('the erasure is complete', async () => {
      const erasure = (await kept(idle.userId))?.erasure;
      return erasure?.[NEXT_CHECK] === null ? erasure : undefined;
    });

    expect(Object.keys(record.forgottenBy).sort()).toEqual([...erasingServices].sort());
    expect((await kept(buying.userId))?.unproved).not.toHaveProperty('closing');
    expect(await statuses(buying.token)).toEqual(routes.map(() => 200));
    expect((await httpRequest(`${platform.api}/internal/payments/holdings/${buying.userId}`)).status).toBe(
      404,
    );
  });
});
