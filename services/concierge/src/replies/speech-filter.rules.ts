import type { ReplyLanguage } from '../language/reader-language.rules.ts';
import { foldLetters } from '../language/words.rules.ts';

export const OPENING_MAX = 160;
export const FOLLOW_UP_MAX = 60;

/**
 * The words that a model may use in its own sentences: function words, moods, and general words of reading. No noun that
 * a title, a place, a price or an offer could be made of. Words that are not in the list are not shown.
 */
const spoken = new Set(
  `a about absolutely after again all alone already also always am an and another any anything are as ask at away back be
   because been before begin best better between bit both but by? can change choose close comes comfort comforting
   could cosy curious day? deep different do does each easy either else end enjoy enough even evening ever every everyone
   exactly fast feel feeling feels few find first fit fits for found from full fun funny gentle get gets give glad go goes
   good great happy hard has have heard heart hear hello help helpful here heavier heavy hi hold honest hope hopeful how
   i if in instead interesting into is it its just keep kind know last? later laugh least less let light lighter like
   liked likely listen little long longer look looking lot lovely made make makes many may maybe me might mind moment mood
   more most much my near need never new next nice no not nothing now of off? often ok okay on one ones only open or
   other others our out over own pace perhaps pick picked picks pleasure please plenty possible quick quiet quietly quite
   rather read reader readers reading ready really right sad sadder same see seem seems sense several shall share short
   shorter should show similar simple slow slowly so soft softer soften some someone something somewhere soon sort sound
   sounds start stay stayed still stories story such suggest suit suits sure sweet take takes talk tell tender than thank
   thanks that the their them then there these they thing things think this those though thoughtful three time to today
   together tone tonight too touch try two under? until up us very want wants warm warmer was watch way we welcome well
   were what when whenever where whether which while who why will wish wishes with without wonderful word words worth
   would yes you your yours these those`
    .replaceAll(/\w+\?/g, '')
    .split(/\s+/),
);

const FORBIDDEN = /[\p{Nd}\p{Sc}"“”„«»‚‘`<>{}[\]()@#%*_=+|\\/~^&]|https?:|www\.|\bby\b/u;
const LATIN_ONLY = /^[a-z\s.,;:!?'’…-]+$/i;

/**
 * True when a sentence of a model may be shown: plain words of the list, in Latin letters, no capital but the first of a
 * sentence and "I", no digit, quotation mark, currency or address. Anything else is replaced by a sentence of the service.
 */
export const isAllowedText = (text: string, max: number): boolean => {
  const plain = text.trim();
  if (plain === '' || plain.length > max || plain.includes('\n')) return false;
  if (FORBIDDEN.test(plain) || !LATIN_ONLY.test(plain)) return false;
  const capitals = plain.replace(/(^|[.!?…]\s+)[A-Z]/g, '$1').replace(/\bI\b/g, '');
  if (/[A-Z]/.test(capitals)) return false;
  return foldLetters(plain.replace(/['’](s|re|ll|ve|d|m|t)\b/g, ' '))
    .split(/[^a-z]+/)
    .filter(Boolean)
    .every((word) => spoken.has(word));
};

/** The opening of a model, or a sentence of the service: in other languages than English, always the service's. */
export const openingOf = (opening: string, language: ReplyLanguage, fallback: string): string =>
  language === 'en' && isAllowedText(opening, OPENING_MAX) ? opening.trim() : fallback;

/** The follow-up questions that may be shown. */
export const followUpsOf = (followUps: readonly string[], language: ReplyLanguage): string[] =>
  language === 'en'
    ? followUps.filter((text) => isAllowedText(text, FOLLOW_UP_MAX)).map((text) => text.trim())
    : [];
