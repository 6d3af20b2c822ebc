/** A cms killed at each line of a send: each reader gets each letter, and no line but the SMTP one repeats any (P54). */

import { isNightly, sampled, testKeys } from '@satrangi/chassis/testing';
import { type LetterSend, newsletterSent } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { bootCms } from './boot-cms.ts';
import { startProcesses, waitOptions } from './cms-process.ts';
import { copies, letter, type MailServer, mailEnv, startMailServer, subscribe } from './letters-fixture.ts';

const READERS = isNightly ? 2_000 : 230;
const POOL = 5;
const LEASE_MS = 61_000;
const register = new URL('../../../deploy/faults/src/mutations/register.ts', import.meta.url).href;

type Result = { readonly send: LetterSend; readonly mails: Awaited<ReturnType<MailServer['received']>> };

/** Sends a letter with a process that is killed at a failpoint; another process continues. */
const sendWithKill = async (
  failpoint: string,
  env: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<Result & { readonly ends: number }> => {
  await using mail = await startMailServer();
  const keys = await testKeys();
  const settingsOfMail = { ...mailEnv(mail, keys.url), MAIL_POOL: String(POOL), ...env };
  await using processes = await startProcesses(settingsOfMail);
  {
    // stores the readers and leaves before the process that is killed begins
    await using first = await bootCms({ env: { ...settingsOfMail, DB_SUFFIX: processes.suffix } });
    await subscribe(first, READERS);
  }
  const victim = await processes.start(failpoint, settings);
  const { _id: id } = await processes.editor.createLetter({ body: letter });
  const sending = processes.editor.sendLetter({ params: { id }, body: {} }).catch(() => null);
  await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), waitOptions);
  await sending;

  await using second = await bootCms({ env: { ...settingsOfMail, DB_SUFFIX: processes.suffix } });
  second.service.clock.advance(LEASE_MS);
  // the editor presses again: the same send
  const again = second.editor.sendLetter({ params: { id }, body: {} });
  const send = await vi.waitFor(
    async () => {
      await second.service.runWork();
      await second.service.runJob('sweep-sends');
      const [latest] = await second.editor.listSends();
      expect(latest?.state).toBe('done');
      return latest as LetterSend;
    },
    { timeout: 60_000, interval: 50 },
  );
  await again;
  expect(await second.editor.listSends()).toHaveLength(1);
  const events = (await second.service.publishedEvents()).filter(({ type }) => type === newsletterSent.type);
  return { send, mails: await mail.received(), ends: events.length };
};

/** Lines of a send with the most copies that a kill there may cause. The fault run of each pull request kills cms at all of them. */
const lines = [
  ['cms.send-stored', 0],
  ['cms.audience-read:2', 0],
  ['cms.batch-stored:2', 0],
  ['cms.send-prepared', 0],
  ['cms.batch-claimed', 0],
  ['cms.letters-marked:4', 0],
  ['cms.letter-before-mail:13', POOL],
  ['cms.letter-accepted:13', POOL],
  ['cms.batch-before-results', POOL],
  ['cms.batch-results-stored:2', 0],
  ['cms.send-before-end', 0],
] as const;

describe('killed during a send (P54)', () => {
  it.each(sampled(lines, 4))(
    'at %s: each reader gets the letter, at most %i copies',
    { timeout: 180_000 },
    async (failpoint, most) => {
      const { send, mails, ends } = await sendWithKill(failpoint);
      const counted = copies(mails);

      expect(send).toMatchObject({
        state: 'done',
        total: READERS,
        sent: READERS,
        failed: 0,
        skipped: 0,
        doubtful: 0,
      });
      expect(counted.size).toBe(READERS);
      expect(new Set(mails.flatMap(({ to }) => to)).size).toBe(READERS);
      expect(mails.length - READERS).toBeLessThanOrEqual(most);
      expect(ends).toBe(1);
    },
  );

  it('with SEND_IN_DOUBT=skip no reader gets two, and who may have got none is counted', {
    timeout: 180_000,
  }, async () => {
    const { send, mails } = await sendWithKill('cms.letter-accepted:13', { SEND_IN_DOUBT: 'skip' });

    expect(send.sent + send.doubtful).toBe(READERS);
    expect(send.doubtful).toBeGreaterThan(0);
    expect(send.doubtful).toBeLessThanOrEqual(POOL);
    expect(Math.max(...copies(mails).values())).toBe(1);
  });

  it('negative control: without the mark before the mail, readers get two', {
    timeout: 180_000,
  }, async () => {
    const removed = { MUTATIONS: 'letter-mark', NODE_OPTIONS: `--import=${register}` };
    const { mails } = await sendWithKill('cms.letter-accepted:13', { SEND_IN_DOUBT: 'skip' }, removed);

    expect(Math.max(...copies(mails).values())).toBe(2);
  });
});
