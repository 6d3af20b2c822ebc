import { failpoint, Refusal } from '@satrangi/chassis';
import { SECTION_MAX_BYTES } from '@satrangi/contracts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import type { TextsStore } from '../texts/texts.store.ts';
import { sectionSentences } from './sections.rules.ts';

/** Stores sanitised content before a section references it. @returns the id of the text. @throws Refusal too-large */
export const storeContent = async (texts: TextsStore, content: string): Promise<string> => {
  const html = sanitizeRichText(content);
  if (Buffer.byteLength(html) > SECTION_MAX_BYTES) throw new Refusal('too-large', sectionSentences.tooLarge);
  const text = await texts.put(html);
  failpoint('cms.text-before-section');
  return text;
};
