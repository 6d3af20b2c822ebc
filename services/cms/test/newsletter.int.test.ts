/** The newsletter: subscribing, confirming, unsubscribing, over a real mail server. */
import { anEvent, type BootOptions, TEST_INTERNAL_SECRET, testUser } from '@satrangi/chassis/testing';
import {
  cmsApi,
  newsletterSubscribed,
  newsletterTexts,
  newsletterUnsubscribed,
  userDeleted,
} from '@satrangi/contracts';
import { startSandboxWithoutShop } from '@satrangi/sandbox';
import { describe, expect, it } from 'vitest';
import { letterToken } from '../src/newsletter/letter-tokens.rules.ts';
import { bootCms, LETTER_SECRET, refusal } from './boot-cms.ts';

type SentMail = { readonly subject: string; readonly text: string; readonly from: string };

const asha = 'asha@example.org';
const CONFIRM = 'Please confirm your email address';
const WELCOME = 'Your email address is confirmed';
const reader = testUser({ userId: 'asha' });

/** A cms with a mail server. */
const bootWithMail = async (env: BootOptions['env'] = {}) => {
  await using stack = new AsyncDisposableStack();
  const sandbox = stack.use(await startSandboxWithoutShop());
  const cms = stack.use(
    await bootCms({ env: { SMTP_URL: sandbox.smtpUrl, PUBLIC_URL: 'https://house.test', ...env } }),
  );
  const owned = stack.move();
  const mails = async (to: string): Promise<SentMail[]> => {
    for (let step = 0; step < 3; step += 1) await cms.service.runWork();
    const answer = await fetch(`${sandbox.url}/sandbox/mail?to=${encodeURIComponent(to)}`);
    return (await answer.json()) as SentMail[];
  };
  const tokenOf = async (to: string, name: 'confirm' | 'leave'): Promise<string> => {
    const tokens = (await mails(to)).map(({ text }) => new RegExp(`#${name}=(\\S+)`).exec(text)?.[1]);
    return tokens.find((token) => token !== undefined) ?? '';
  };
  const requestSubscription = (email: string, more: { website?: string } = {}) =>
    cms.visitor.subscribe({ body: { email, ...more } });
  return {
    ...cms,
    mails,
    tokenOf,
    requestSubscription,
    /** Subscribes and confirms. @returns the token to unsubscribe with */
    join: async (email: string, client = cms.visitor): Promise<string> => {
      await requestSubscription(email);
      await client.confirmSubscription({ body: { token: await tokenOf(email, 'confirm') } });
      return tokenOf(email, 'leave');
    },
    post: (token: string, init: RequestInit = {}) =>
      fetch(`${cms.service.url}/newsletter/unsubscribe?token=${token}`, { method: 'POST', ...init }),
    /** The mail server knows no mailbox of example.org. */
    refuseMailboxes: () =>
      fetch(`${sandbox.url}/sandbox/knobs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: 'mail.rcpt.example.org', status: 550 }),
      }),
    stored: async (name: string): Promise<Record<string, unknown>[]> =>
      cms.service.internals.store.connection.collection(name).find({}).toArray(),
    events: async (type: string) =>
      (await cms.service.publishedEvents()).filter((event) => event.type === type).map(({ data }) => data),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

describe('a mailbox that does not exist', () => {
  it('gets its confirmation mail once, and a welcome mail once', async () => {
    await using cms = await bootWithMail();
    await cms.requestSubscription(asha);
    const token = await cms.tokenOf(asha, 'confirm');
    await cms.refuseMailboxes();
    await cms.requestSubscription('mistyped@example.org');
    await cms.visitor.confirmSubscription({ body: { token } });
    await cms.mails(asha);

    expect(await cms.stored('subscription_asks')).toEqual([]);
    const work = await cms.stored('outside_work');
    expect(work.length).toBeGreaterThan(0);
    expect(work.filter(({ due }) => due !== undefined)).toEqual([]);
  });
});

describe('a request for the newsletter', () => {
  it('answers the same for every address; one mail, one document (CMS-22, CMS-40, CMS-41, P56)', async () => {
    await using cms = await bootWithMail();
    const answer = { ok: true, message: 'Thank you. Please confirm using the link we have just sent you.' };

    expect(await cms.requestSubscription(asha)).toEqual(answer);
    await cms.mails(asha);
    expect(await cms.requestSubscription(' ASHA@example.org ')).toEqual(answer);
    expect((await cms.mails(asha)).map(({ subject }) => subject)).toEqual([CONFIRM, CONFIRM]);
    const token = await cms.tokenOf(asha, 'confirm');
    await cms.visitor.confirmSubscription({ body: { token } });
    expect(await cms.requestSubscription(asha)).toEqual(answer);

    expect((await cms.mails(asha)).filter(({ subject }) => subject === CONFIRM)).toHaveLength(2);
    expect(await cms.stored('subscribers')).toHaveLength(1);
    expect(await cms.stored('subscription_asks')).toEqual([]);
  });

  it.each(['', 'asha', 'asha@', '@example.org', 'a b@example.org', 'asha@example.org\r\nBcc: x@example.org'])(
    'refuses %j (CMS-22)',
    async (email) => {
      await using cms = await bootCms();
      const refused = await refusal(cms.visitor.subscribe({ body: { email } }));

      expect([refused.status, refused.message]).toEqual([400, 'Please enter a valid email address.']);
      expect(refused.problem).toMatchObject({ ok: false, message: 'Please enter a valid email address.' });
    },
  );

  it('sends at most three mails a day to one mailbox, and none for a filled hidden field', async () => {
    await using cms = await bootWithMail();
    for (let n = 0; n < 6; n += 1)
      expect((await cms.requestSubscription(asha)).message).toBe(newsletterTexts.requested);
    expect(
      (await cms.requestSubscription('bot@example.org', { website: 'https://spam.example' })).message,
    ).toBe(newsletterTexts.requested);

    expect(await cms.mails(asha)).toHaveLength(3);
    expect(await cms.mails('bot@example.org')).toEqual([]);
  });

  it('is limited per client address, and in all (P56)', async () => {
    await using cms = await bootWithMail({
      NEWSLETTER_ASKS_PER_ADDRESS: '4',
      NEWSLETTER_MAILS_PER_HOUR: '3',
    });
    const from = (address: string, email: string) =>
      fetch(`${cms.service.url}/newsletter/subscribe`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-internal-secret': TEST_INTERNAL_SECRET,
          'x-client-ip': address,
        },
        body: JSON.stringify({ email }),
      });
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await from('203.0.113.9', `a${n}@example.org`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(await answers[4]?.json()).toMatchObject({ ok: false, message: newsletterTexts.tooMany });
    expect((await from('203.0.113.10', 'b@example.org')).status).toBe(200);

    const sent = await Promise.all(
      ['a0', 'a1', 'a2', 'a3', 'b'].map((name) => cms.mails(`${name}@example.org`)),
    );
    expect(sent.map((mails) => mails.length)).toEqual([1, 1, 1, 0, 0]);
  });

  it('its mails do not reveal the subject of the site', async () => {
    await using cms = await bootWithMail();
    await cms.join(asha);
    const mails = await cms.mails(asha);

    expect(mails.map(({ subject }) => subject).sort()).toEqual([CONFIRM, WELCOME].sort());
    for (const { subject, text, from } of mails)
      expect(`${subject} ${text} ${from}`).not.toMatch(/satrangi|queer|lgbt|book|library|publish|story/i);
  });
});

describe('confirming', () => {
  it('takes one press, once; repeated, it answers the same (CMS-40)', async () => {
    await using cms = await bootWithMail();
    await cms.requestSubscription(asha);
    const body = { token: await cms.tokenOf(asha, 'confirm') };
    expect(await cms.stored('subscribers')).toMatchObject([{ state: 'pending' }]);

    const confirmed = await Promise.all([1, 2, 3].map(() => cms.visitor.confirmSubscription({ body })));
    expect(confirmed).toEqual(Array(3).fill({ ok: true, message: 'You are subscribed.' }));
    expect(await cms.stored('subscribers')).toMatchObject([{ state: 'active', email: asha, userId: null }]);
    expect(await cms.events(newsletterSubscribed.type)).toHaveLength(1);
    expect(JSON.stringify(await cms.service.publishedEvents())).not.toContain(asha);
  });

  it('is refused with another token, a token to leave with, and after seven days', async () => {
    await using cms = await bootWithMail();
    await cms.requestSubscription(asha);
    const token = await cms.tokenOf(asha, 'confirm');
    const [id = ''] = token.split('.');
    const confirm = async (other: string) =>
      (await refusal(cms.visitor.confirmSubscription({ body: { token: other } }))).status;

    for (const other of ['x', `${id}.`, `${id}.x`, `${token}x`, letterToken(LETTER_SECRET, 'leave', id)])
      expect(await confirm(other)).toBe(400);
    expect(await confirm(letterToken(LETTER_SECRET, 'confirm', 'somebody'))).toBe(410);
    cms.service.clock.advance(7 * 86_400_000 + 1);
    expect(await confirm(token)).toBe(410);
  });
});

describe('leaving', () => {
  it.each([
    [
      'one-click',
      {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['link', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['link', {}],
  ])(
    'by POST removes the address, %s, without cookie or origin, repeatedly (CMS-40, P55)',
    async (how, init) => {
      await using cms = await bootWithMail();
      const token = await cms.join(asha);

      for (let n = 0; n < 2; n += 1) {
        const answer = await cms.post(token, init);
        expect([answer.status, await answer.json()]).toEqual([
          200,
          { ok: true, message: 'You have been unsubscribed.' },
        ]);
      }
      expect(await cms.stored('subscribers')).toEqual([]);
      expect(await cms.events(newsletterUnsubscribed.type)).toMatchObject([{ how }]);
    },
  );

  it('does not happen by opening the link, which leads to a page with a confirmation (P55)', async () => {
    await using cms = await bootWithMail();
    const token = await cms.join(asha);
    const opened = await fetch(`${cms.service.url}/newsletter/unsubscribe?token=${token}`, {
      redirect: 'manual',
    });

    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `https://house.test/newsletter#leave=${token}`,
    ]);
    expect(await cms.stored('subscribers')).toHaveLength(1);
    expect((await cms.post(`${token}x`)).status).toBe(400);
    expect(await cms.stored('subscribers')).toHaveLength(1);
  });

  it('works with tokens of secrets from before; subscribing again works (CMS-40, P55)', async () => {
    const old = 'an-old-secret-that-signed-links-in-the-past';
    await using cms = await bootWithMail({ LETTER_SECRET_OLD: `${old},another-one` });
    await cms.join(asha);
    const [subscriber] = await cms.stored('subscribers');

    expect((await cms.post(letterToken(old, 'leave', String(subscriber?._id)))).status).toBe(200);
    expect(await cms.stored('subscribers')).toEqual([]);
    await cms.requestSubscription(asha);
    await cms.mails(asha);
    expect(await cms.stored('subscribers')).toMatchObject([{ state: 'pending', email: asha }]);
  });
});

describe('the list of subscribers', () => {
  it('is for admins, with masked addresses and the number of readers; the CSV has those who confirmed', async () => {
    await using cms = await bootWithMail();
    await cms.join(asha);
    await cms.join('+1+1@example.org');
    await cms.requestSubscription('waits@example.org');
    await cms.mails('waits@example.org');

    const all = await cms.editor.listSubscribers({ query: {} });
    expect(all).toMatchObject({ total: 3, readers: 2, page: 1, pageSize: 20 });
    expect(all.results.map(({ email }) => email).sort()).toEqual(['+•••@e•••', 'a•••@e•••', 'w•••@e•••']);
    const found = await cms.editor.listSubscribers({ query: { q: 'ASHA@example.org', state: 'active' } });
    expect(found.results.map(({ state }) => state)).toEqual(['active']);
    expect((await refusal(cms.visitor.listSubscribers({ query: {} }))).status).toBe(401);
    expect((await refusal(cms.service.as(reader, cmsApi).listSubscribers({ query: {} }))).status).toBe(403);

    const csv = await fetch(`${cms.service.url}/admin/newsletter/subscribers.csv`, {
      headers: { authorization: `Bearer ${cms.editorToken}` },
    });
    const [, ...lines] = (await csv.text()).trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(["'+1+1@example.org", asha]);
  });
});

describe('the subscription of a reader', () => {
  it('confirmed while signed in, is exported and erased with the account', async () => {
    await using cms = await bootWithMail();
    const mine = cms.service.as(reader, cmsApi);
    await cms.join(asha, mine);
    await cms.join('other@example.org');

    expect((await mine.exportMine()).subscriptions).toEqual([
      { email: asha, askedAt: expect.any(String), confirmedAt: expect.any(String) },
    ]);
    expect((await cms.service.as(testUser(), cmsApi).exportMine()).subscriptions).toEqual([]);
    await cms.service.deliver(anEvent(userDeleted, { data: { userId: reader.userId } }));

    expect((await cms.stored('subscribers')).map(({ email }) => email)).toEqual(['other@example.org']);
    expect(await cms.events(newsletterUnsubscribed.type)).toMatchObject([{ how: 'erasure' }]);
  });
});
