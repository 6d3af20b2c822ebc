import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint, Refusal } from '@satrangi/chassis';
import {
  type AnswerOf,
  kolkataDay,
  type lettersApi,
  letterTexts,
  outingWordsIn,
  type UserId,
} from '@satrangi/contracts';
import { imagesIn, withImageNames } from '../images/images.rules.ts';
import { textIdOf } from '../texts/texts.store.ts';
import { lockScreenOf } from './letter-mail.rules.ts';
import type { Deps } from './letters.deps.ts';
import { prepareWork } from './send-work.ts';
import type { StoredSend } from './sends.rules.ts';

/** The answer of a send waits so long for small audiences; below the response timeout of the gateway. */
const WAIT_MS = 8_000;
const POLL_MS = 100;
const MINUTE_MS = 60_000;
/** A letter sent again so soon is the same send, also after midnight. */
const AGAIN_MS = 60 * MINUTE_MS;

type Content = Pick<StoredSend, 'subject' | 'preheader' | 'text'>;
type Started = AnswerOf<(typeof lettersApi)['sendLetter']>;

/** What a phone shows of a letter, and the words in it that may tell others something about the reader. */
export const lockScreen = (content: Pick<Content, 'subject' | 'preheader'>, from: string) => {
  const shown = lockScreenOf(content, from);
  return { ...shown, words: outingWordsIn(shown.from, shown.subject, shown.preview) };
};

/** @throws Refusal may-out-readers with `data.words` */
const refuseOutingWords = (content: Content, from: string): void => {
  const { words } = lockScreen(content, from);
  if (words.length > 0) throw new Refusal('may-out-readers', letterTexts.mayOut(words), { data: { words } });
};

/**
 * The id of a text with its pictures named by their bytes: each import of a document gives its pictures new names. That of
 * a text without pictures is its own.
 */
const sameTextOf = async ({ texts, images }: Pick<Deps, 'texts' | 'images'>, id: string): Promise<string> => {
  const html = (await texts.read([id]))(id);
  const names = imagesIn(html);
  if (names.length === 0) return id;
  const keys = await images.keysOf(names);
  return textIdOf(withImageNames(html, (name) => keys.get(name) ?? name));
};

/** The same letter twice on one day of India is one send. */
const keyOf = ({ subject, preheader, text }: Content, at: Date): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, preheader, text, kolkataDay(at)]))
    .digest('base64url');

/** The send of this letter that began on the day before, less than an hour ago. */
const startedBeforeMidnight = async (
  { sends }: Pick<Deps, 'sends'>,
  content: Content,
  now: Date,
): Promise<StoredSend | null> => {
  const since = new Date(now.getTime() - AGAIN_MS);
  if (kolkataDay(since) === kolkataDay(now)) return null;
  const send = await sends.byKey(keyOf(content, since));
  return send && send.at > since.toISOString() ? send : null;
};

/** @throws Refusal too-late for a letter that an admin has stopped: nothing of it is sent */
const refuseStopped = ({ state }: Pick<StoredSend, 'state'>): void => {
  if (state === 'cancelled') throw new Refusal('too-late', letterTexts.stopped);
};

const startedAnswer = async (
  { sends, batches, clock }: Deps,
  send: StoredSend,
  spentMs: number,
): Promise<Started> => {
  const { _id: sendId } = send;
  for (let waited = spentMs; ; waited += POLL_MS) {
    const { state, total, totals, startsAt } = (await sends.byId(sendId)) ?? send;
    const isOver = waited >= WAIT_MS || !['preparing', 'sending'].includes(state);
    if (isOver) {
      const { sent } = totals ?? (await batches.counts(sendId));
      if (state === 'waiting') {
        const minutes = Math.ceil((Date.parse(startsAt ?? '') - clock.now().getTime()) / MINUTE_MS);
        return { sendId, state, sent, total, message: letterTexts.waiting(total, Math.max(1, minutes)) };
      }
      if (state === 'done') return { sendId, state, sent, total, message: letterTexts.done(sent, total) };
      const message = state === 'preparing' ? letterTexts.preparing : letterTexts.progress(sent, total);
      return { sendId, state, sent, total, message };
    }
    await sleep(POLL_MS);
  }
};

/**
 * Freezes content and audience and queues the send; repeated, it answers for the same send. A letter to many readers waits
 * for a second admin, or until it may begin without one (checklist BEY-07).
 * @param spentMs of the time in which the answer is expected
 * @throws Refusal may-out-readers, unavailable, too-late
 */
export const startSend =
  (deps: Deps) =>
  async (
    content: Content,
    { by, knowingly, spentMs = 0 }: { by: UserId; knowingly: boolean; spentMs?: number },
  ): Promise<Started> => {
    const { sends, subscribers, clock, ids, send: sendMail, from, config } = deps;
    if (!sendMail) throw new Refusal('unavailable', letterTexts.noMailServer);
    if (!knowingly) refuseOutingWords(content, from);
    const now = clock.now();
    const at = now.toISOString();
    const same = { ...content, text: await sameTextOf(deps, content.text) };
    const started = await startedBeforeMidnight(deps, same, now);
    if (started) {
      refuseStopped(started);
      return startedAnswer(deps, started, spentMs);
    }
    const readers = await subscribers.countActive();
    const isWaiting = readers > config.LETTER_APPROVAL_ABOVE;
    const { subject, preheader, text } = content;
    const send: StoredSend = {
      _id: ids.newId(),
      key: keyOf(same, now),
      subject,
      preheader,
      text,
      state: isWaiting ? 'waiting' : 'preparing',
      at,
      startsAt: isWaiting ? new Date(now.getTime() + config.LETTER_APPROVAL_WAIT_MS).toISOString() : null,
      endedAt: null,
      total: isWaiting ? readers : 0,
      totals: null,
      run: 1,
      retryRun: null,
      by,
    };
    const isNew = await sends.add(send, { work: isWaiting ? [] : [prepareWork(send)] });
    failpoint('cms.send-stored');
    const earlier = isNew ? null : await sends.byKey(send.key);
    if (earlier) refuseStopped(earlier);
    return startedAnswer(deps, earlier ?? send, spentMs);
  };
