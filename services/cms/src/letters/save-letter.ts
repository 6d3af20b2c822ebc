import { Refusal } from '@satrangi/chassis';
import { LETTER_MAX_BYTES, type LetterDraft, letterTexts, type UserId } from '@satrangi/contracts';
import { timeAfter } from '../sections/sections.rules.ts';
import { hasContent } from '../texts/plain-text.ts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import type { Deps } from './letters.deps.ts';
import { letterResponse, type StoredLetter } from './letters.rules.ts';

type SaveDeps = Pick<Deps, 'letters' | 'texts' | 'clock' | 'ids'>;

/** Stores sanitised content before a letter points to it. @throws Refusal validation-failed, too-large */
export const storeLetterText = async ({ texts }: Pick<Deps, 'texts'>, content: string): Promise<string> => {
  const html = sanitizeRichText(content);
  if (!hasContent(html)) throw new Refusal('validation-failed', letterTexts.contentMissing);
  if (Buffer.byteLength(html) > LETTER_MAX_BYTES) throw new Refusal('too-large', letterTexts.tooLarge);
  return texts.put(html);
};

/** @throws Refusal not-found */
export const foundLetter =
  ({ letters }: Pick<Deps, 'letters'>) =>
  async (id: string): Promise<StoredLetter> => {
    const letter = await letters.byId(id);
    if (!letter) throw new Refusal('not-found', letterTexts.notFound);
    return letter;
  };

/** True when the letter was saved after the state with this `updatedAt`; undefined: any state. */
const isNewer = ({ updatedAt }: StoredLetter, seen: string | undefined): boolean =>
  seen !== undefined && Date.parse(seen) !== Date.parse(updatedAt);

/** @throws Refusal version-conflict with `data.current` */
const refuseStale = async (deps: SaveDeps, current: StoredLetter): Promise<never> => {
  throw new Refusal('version-conflict', letterTexts.changed, {
    data: { current: letterResponse(current, await readLetterText(deps, current)) },
  });
};

/** The letter that a person has seen. @throws Refusal not-found, version-conflict with `data.current` */
export const seenLetter =
  (deps: SaveDeps) =>
  async (id: string, seen: string | undefined): Promise<StoredLetter> => {
    const letter = await foundLetter(deps)(id);
    return isNewer(letter, seen) ? refuseStale(deps, letter) : letter;
  };

/** The text of a letter, sanitised again: a tightened allow-list applies to older texts too. */
export const readLetterText = async (
  { texts }: Pick<Deps, 'texts'>,
  { text }: Pick<StoredLetter, 'text'>,
): Promise<string> => sanitizeRichText((await texts.read([text]))(text));

/**
 * Adds a draft. With the `requestKey` of a draft that exists, it is returned as it is now.
 * @throws Refusal validation-failed, too-large
 */
export const createLetter =
  (deps: SaveDeps) =>
  async (
    { subject, preheader, content }: LetterDraft,
    by: UserId,
    requestKey?: string,
  ): Promise<StoredLetter> => {
    const { letters, clock, ids } = deps;
    const text = await storeLetterText(deps, content);
    const at = clock.now().toISOString();
    const letter = {
      _id: ids.newId(),
      subject,
      preheader,
      text,
      createdAt: at,
      updatedAt: at,
      by,
      version: 1,
      ...(requestKey ? { requestKey } : {}),
    };
    return letters.add(letter);
  };

/**
 * Saves a draft over the one an editor began with.
 * @throws Refusal not-found, version-conflict with `data.current`, validation-failed, too-large
 */
export const updateLetter =
  (deps: SaveDeps) =>
  async (
    id: string,
    { updatedAt, subject, preheader, content }: LetterDraft & { updatedAt?: string | undefined },
    by: UserId,
  ): Promise<StoredLetter> => {
    const { letters, clock } = deps;
    const text = await storeLetterText(deps, content);
    const before = await foundLetter(deps)(id);
    const edit = { subject, preheader, text, by, updatedAt: timeAfter(before.updatedAt, clock.now()) };
    const saved = isNewer(before, updatedAt) ? null : await letters.replace(before, edit);
    return saved ?? refuseStale(deps, await foundLetter(deps)(id));
  };
