/** Bounces, complaints, and a mail server that loses its reply. */
import { createHmac } from 'node:crypto';
import { MailReport, newsletterUnsubscribed, REPORT_SIGNATURE } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootLetters, copies, readerId } from './letters-fixture.ts';

const SECRET = 'signs-the-reports-of-mail-providers-here';
type Fixture = Awaited<ReturnType<typeof bootLetters>>;

const reporter =
  (cms: Fixture) =>
  async (n: number, kind: string, { secret = SECRET, age = 0, send = 's1' } = {}) => {
    const body = JSON.stringify({ messageId: `<n.${send}.${readerId(n)}@house.test>`, kind });
    const seconds = Math.floor(cms.service.clock.now().getTime() / 1_000) - age;
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    const answer = await fetch(`${cms.service.url}/newsletter/webhooks/report`, {
      method: 'POST',
      body,
      headers: { [REPORT_SIGNATURE]: `t=${seconds},v1=${signature}` },
    });
    return answer.status;
  };
const left = async (cms: Fixture): Promise<string[]> =>
  (await cms.service.internals.store.connection.collection('subscribers').find().toArray()).map(({ _id }) =>
    String(_id),
  );
const ends = async (cms: Fixture) =>
  (await cms.service.publishedEvents())
    .filter(({ type }) => type === newsletterUnsubscribed.type)
    .map(({ data }) => data as { subscriberRef: string; how: string });

describe('reports of a mail provider (P57)', () => {
  it('in any order and repeated: hard bounces and complaints end it, soft ones of three letters do', async () => {
    await using cms = await bootLetters(40, { REPORT_SECRET: SECRET });
    const report = reporter(cms);
    const reports = Array.from({ length: 40 }, (_, n) =>
      n < 10
        ? [report(n, 'hard'), report(n, 'hard')]
        : n < 20
          ? [report(n, 'complaint'), report(n, 'complaint')]
          : n < 30
            ? ['a', 'b', 'c', 'a'].map((send) => report(n, 'soft', { send }))
            : ['a', 'b', 'a', 'b'].map((send) => report(n, 'soft', { send })),
    ).flat();
    expect(new Set(await Promise.all(reports))).toEqual(new Set([200]));

    expect((await left(cms)).sort()).toEqual(Array.from({ length: 10 }, (_, n) => readerId(n + 30)));
    const published = await ends(cms);
    const once = new Map(published.map(({ subscriberRef, how }) => [subscriberRef, how]));
    expect([published.length, once.size]).toEqual([30, 30]);
    expect(once.get(readerId(0))).toBe('bounce');
    expect(once.get(readerId(15))).toBe('complaint');
  });

  it('soft ones count together while they keep coming, and from the start after 60 days without one', async () => {
    await using cms = await bootLetters(2, { REPORT_SECRET: SECRET });
    const report = reporter(cms);
    for (const [send, days] of [
      ['a', 30],
      ['b', 61],
      ['c', 30],
    ] as const) {
      await report(0, 'soft', { send });
      cms.service.clock.advance(days * 86_400_000);
    }
    await report(0, 'soft', { send: 'd' });
    expect(await left(cms)).toHaveLength(2);
    cms.service.clock.advance(59 * 86_400_000);
    await report(0, 'soft', { send: 'e' });
    expect(await left(cms)).toEqual([readerId(1)]);
  });

  it('forged, old and unreadable ones change nothing', async () => {
    await using cms = await bootLetters(2, { REPORT_SECRET: SECRET });
    const report = reporter(cms);

    expect(await report(0, 'hard', { secret: 'another-secret' })).toBe(401);
    expect(await report(0, 'hard', { age: 301 })).toBe(401);
    expect(await report(0, 'other')).toBe(400);
    expect(await report(7, 'hard')).toBe(200);
    expect(MailReport.safeParse({ messageId: 'x', kind: 'hard' }).success).toBe(true);
    expect(await left(cms)).toHaveLength(2);
    await using without = await bootLetters();
    expect(await reporter(without)(0, 'hard')).toBe(401);
  });
});

describe('the mail server', () => {
  it('that has no such mailbox ends the subscription; one that refuses for now does not', async () => {
    await using cms = await bootLetters(3, { MAIL_POOL: '1' });
    await cms.mail.knob({ target: 'mail.rcpt.example.org', status: 550, times: 1 });

    expect(await cms.start()).toMatchObject({ state: 'done', total: 3, sent: 2 });
    expect(await left(cms)).toHaveLength(2);
    expect((await ends(cms)).map(({ how }) => how)).toEqual(['bounce']);
    expect(await cms.until('done')).toMatchObject({ failed: 1 });
  });

  it.each(['repeat', 'skip'] as const)(
    'that accepts and loses its reply: %s (P54, RFC 1047)',
    async (inDoubt) => {
      await using cms = await bootLetters(3, { MAIL_POOL: '1', SEND_IN_DOUBT: inDoubt });
      await cms.mail.knob({ cut: true, times: 1 });
      const sending = cms.start();
      if (inDoubt === 'repeat') {
        await cms.until('sending', ({ sent }) => sent === 2);
        cms.service.clock.advance(61_000);
        await cms.work();
        await cms.service.runJob('sweep-sends');
      }
      const send = await cms.until('done');
      await sending;

      const counted = [...copies(await cms.mail.received()).values()].sort();
      expect([send.sent, send.doubtful, counted]).toEqual(
        inDoubt === 'repeat' ? [3, 0, [1, 1, 2]] : [2, 1, [1, 1, 1]],
      );
    },
  );
});
