import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, erasingServices } from '@satrangi/contracts';
import { serviceDatabases } from '@satrangi/start';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import { type House, openHouse } from './support/house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.[Symbol.asyncDispose]());

const PATIENCE_MS = 60_000;
const eventually = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  const last = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > last) throw new Error('it did not come true');
    await sleep(100);
  }
};

const register = async (more: Record<string, unknown> = {}) => {
  const { status, json } = await ask(`${house.api}/users/register`, {
    json: { name: 'Asha', password: 'a long password', ...more },
  });
  expect(status).toBe(201);
  const { token, user } = json as { token: string; user: { _id: string } };
  return { token, userId: user._id };
};
/** One guarded door of each service. */
const doors = ['/users/profile', '/payments/mine', '/library', '/ebooks/mine'];
const statuses = (token: string): Promise<number[]> =>
  Promise.all(doors.map(async (door) => (await ask(`${house.api}${door}`, { token })).status));
const shut = async (token: string): Promise<true | undefined> =>
  (await statuses(token)).every((status) => status === 401) || undefined;

type Mail = { subject: string; text: string };
const mailTo = (address: string, subject: string): Promise<Mail> =>
  eventually(async () => {
    const { json } = await ask(`${house.url}/sandbox/mail?to=${encodeURIComponent(address)}`);
    return (json as Mail[]).find((mail) => mail.subject === subject);
  });
const linkIn = ({ text }: Mail): URL => new URL(/^http\S+$/m.exec(text)?.[0] ?? '');

describe('an account behind the gateway', () => {
  it('log-out ends that login on every service and no other login of the account', async () => {
    const email = 'leaving@house.example';
    const { token } = await register({ email });
    const login = await ask(`${house.api}/users/login`, { json: { email, password: 'a long password' } });
    const other = (login.json as { token: string }).token;
    expect(await statuses(token)).toEqual(doors.map(() => 200));

    const left = await ask(`${house.api}/users/logout`, { method: 'POST', token });

    expect(left.status).toBe(204);
    expect(await eventually(() => shut(token))).toBe(true);
    expect(await statuses(other)).toEqual(doors.map(() => 200));
  });

  it('is recovered by the link in a mail; its sessions end everywhere (IDN-10 to IDN-12, IDN-34)', async () => {
    const email = 'recovered@house.example';
    const { token } = await register({ email });
    expect(await statuses(token)).toEqual(doors.map(() => 200));

    await ask(`${house.api}/users/forgot-password`, { json: { email } });
    const link = linkIn(await mailTo(email, 'Set a new password'));
    const reset = await ask(`${house.api}/users/reset-password`, {
      json: { token: link.searchParams.get('token'), password: 'monsoon in malabar' },
    });

    expect([link.port, link.pathname]).toEqual([new URL(house.url).port, '/reset-password']);
    expect(reset.status).toBe(200);
    expect(await eventually(() => shut(token))).toBe(true);
    const entered = await ask(`${house.api}/users/login`, {
      json: { email, password: 'monsoon in malabar' },
    });
    expect(entered.status).toBe(200);
  });

  it('gets a new address by POST from the page the mailed link leads to; opening it changes nothing (IDN-20, IDN-33)', async () => {
    const { token } = await register({ email: 'before@house.example' });
    await ask(`${house.api}/users/profile`, {
      method: 'PATCH',
      token,
      json: { newEmail: 'after@house.example', currentPassword: 'a long password' },
    });
    const link = linkIn(await mailTo('after@house.example', 'Confirm your email address'));

    const emailNow = async () =>
      ((await ask(`${house.api}/users/profile`, { token })).json as { email: string }).email;
    const mailed = link.searchParams.get('token');

    const opened = await ask(link.href);

    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `${link.origin}/confirm-email?token=${mailed}`,
    ]);
    expect(await emailNow()).toBe('before@house.example');
    const confirmed = await ask(`${house.api}/users/confirm-email`, { json: { token: mailed } });
    expect(confirmed.status).toBe(200);
    expect(await emailNow()).toBe('after@house.example');
  });

  it('is made by Google in the browser that asked for it (IDN-14)', async () => {
    const settings = await ask(`${house.api}/auth/google`);
    const { nonce, clientId, scriptUrl } = settings.json as Record<string, string>;
    const cookie = settings.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { json } = await ask(`${house.url}/sandbox/google/credential`, {
      json: { email: 'google@house.example', name: 'Asha', nonce, clientId },
    });

    const entered = await ask(`${house.api}/auth/google`, { json, headers: { cookie } });

    expect((await ask(`${house.url}${scriptUrl}`)).status).toBe(200);
    expect(entered.status).toBe(200);
    expect(await statuses((entered.json as { token: string }).token)).toEqual(doors.map(() => 200));
  });
});

/** Every document of every service, as text. */
const everything = async (): Promise<string> => {
  const parts: string[] = [];
  for (const { db, collections } of await serviceDatabases(house.mongo))
    for (const name of collections) parts.push(JSON.stringify(await db.collection(name).find({}).toArray()));
  return parts.join('\n');
};

describe('an account that is deleted', () => {
  it('is forgotten by every service, and no word of the person is left in any store (IDN-24, IDN-40, P42)', async () => {
    const email = 'canary@house.example';
    const { token, userId } = await register({
      email,
      phone: '+91 98989 12121',
      name: 'Canarywala',
      pronouns: 'xe/canary',
      bio: 'A canary sang here.',
    });
    await ask(`${house.api}/users/profile`, {
      method: 'PATCH',
      token,
      json: { city: 'Canarypur', interests: ['canaries'] },
    });
    const started = await ask(`${house.api}/payments/create`, {
      token,
      json: {
        items: [{ media: house.books.cheap }],
        country: 'US',
        name: 'Canarywala',
        email,
        phone: '+919898912121',
      },
    });
    const { clientSecret } = started.json as { clientSecret: string };
    await ask(`${house.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } });
    await mailTo(email, 'Your order is ready');
    await eventually(async () => {
      const { json } = await ask(`${house.api}/library/access/${house.books.cheap}`, { token });
      return (json as { hasAccess: boolean }).hasAccess || undefined;
    });
    const reviewed = await ask(`${house.api}/reviews/ebook/${house.books.cheap}`, {
      token,
      json: { rating: 5, comment: 'A canary would like it.' },
    });
    expect(reviewed.status).toBeLessThan(300);
    await ask(`${house.api}/users/forgot-password`, { json: { email } });
    await mailTo(email, 'Set a new password');
    expect(await everything()).toMatch(/canary/i);

    const gone = await ask(`${house.api}/users/delete`, { method: 'DELETE', token, json: {} });

    expect(gone.status).toBe(200);
    expect(await eventually(() => shut(token))).toBe(true);
    const accounts = house.mongo.db(databaseName('identity')).collection<{ _id: string }>('accounts');
    const record = await eventually(async () => {
      const found = (await accounts.findOne({ _id: userId })) as { erasure?: { lookAt: Date | null } } | null;
      return found?.erasure?.lookAt === null ? found.erasure : undefined;
    });
    expect(record).toMatchObject({
      forgottenBy: Object.fromEntries(erasingServices.map((name) => [name, expect.any(Date)])),
    });
    const left = await everything();
    expect(left.match(/.{0,80}(canar|98989).{0,80}/i)?.[0]).toBeUndefined();
    const again = await register({ email });
    expect(again.userId).not.toBe(userId);
    const { json } = await ask(`${house.api}/library/access/${house.books.cheap}`, { token: again.token });
    expect(json).toEqual({ hasAccess: false });
  });
});

describe('an account whose address was never proved', () => {
  type Kept = {
    _id: string;
    erasure?: { lookAt: Date | null; forgottenBy: object };
    unproved?: { closing?: object };
  };
  const accounts = () => house.mongo.db('satrangi_identity').collection<Kept>('accounts');
  /** Puts an account as far back as if its days were over and its reminder had been sent in time. */
  const age = async (userId: string): Promise<void> => {
    const past = new Date(Date.now() - 5 * 86_400_000);
    const set = { 'unproved.dueAt': past, 'unproved.remindedAt': past, 'unproved.lookAt': past };
    await accounts().updateOne({ _id: userId }, { $set: set });
  };
  const kept = (userId: string) => accounts().findOne({ _id: userId });

  it('is erased by every service when it owns nothing, and stays with an order that is not paid yet (0053)', async () => {
    const idle = await register({ email: 'idle@house.example' });
    const buying = await register({ email: 'buying@house.example' });
    const asked = await ask(`${house.api}/payments/create`, {
      token: buying.token,
      json: { items: [{ media: house.books.cheap }], country: 'US', name: 'Asha' },
    });
    expect(asked.status).toBe(200);
    for (const { userId } of [idle, buying]) await age(userId);

    await eventually(async () => (await kept(idle.userId))?.unproved?.closing);
    expect(await eventually(() => shut(idle.token))).toBe(true);
    await age(idle.userId);
    const record = await eventually(async () => {
      const erasure = (await kept(idle.userId))?.erasure;
      return erasure?.lookAt === null ? erasure : undefined;
    });

    expect(Object.keys(record.forgottenBy).sort()).toEqual(['catalog', 'library', 'payments']);
    expect((await kept(buying.userId))?.unproved).not.toHaveProperty('closing');
    expect(await statuses(buying.token)).toEqual(doors.map(() => 200));
    expect((await ask(`${house.api}/internal/payments/holdings/${buying.userId}`)).status).toBe(404);
  });
});
