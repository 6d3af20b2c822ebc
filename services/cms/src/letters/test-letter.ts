import { Refusal } from '@satrangi/chassis';
import { letterTexts, type UserId } from '@satrangi/contracts';
import { letterDelivery } from './deliver-letter.ts';
import type { Deps } from './letters.deps.ts';
import type { StoredSend } from './sends.rules.ts';
import { lockScreen } from './start-send.ts';

/**
 * Mails a letter to one admin, at the confirmed address of the account. Its link to leave belongs to no subscription.
 * @returns words that may tell others something about a reader
 * @throws Refusal unavailable, too-late
 */
export const testLetter =
  (deps: Deps) =>
  async (
    content: Pick<StoredSend, 'subject' | 'preheader' | 'text'>,
    userId: UserId,
  ): Promise<{ ok: true; message: string; words: string[] }> => {
    const { send, emailOf, ids, from } = deps;
    if (!send) throw new Refusal('unavailable', letterTexts.noMailServer);
    const email = await emailOf(userId);
    if (!email) throw new Refusal('too-late', letterTexts.noOwnAddress);
    const deliver = await letterDelivery(deps, send, { ...content, _id: `test-${ids.newId()}` });
    const { outcome } = await deliver({ _id: ids.newId(), email });
    if (outcome !== 'accepted') throw new Refusal('unavailable', letterTexts.testFailed);
    return { ok: true, message: letterTexts.tested, words: lockScreen(content, from).words };
  };
