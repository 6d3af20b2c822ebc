import { phoneticKeys } from '@satrangi/contracts';
import { concepts, stopWords } from '../language/concepts.rules.ts';
import { foldedPattern, foldLetters, isFormOf, wordsOf } from '../language/words.rules.ts';
import type { IndexedItem } from './indexed-item.rules.ts';

/** Words that mean one thing: an item has to match one of them. */
export type WordGroup = { readonly words: readonly string[]; readonly isConcept: boolean };

const table = concepts.map(({ terms, forms }) => ({
  terms: terms.split(' ').flatMap(wordsOf),
  forms: forms.split(' ').flatMap(wordsOf),
}));
const stops = new Set([...stopWords].map(foldLetters));

/** Words that name a kind, a language, a price or a likeness; they filter and do not search. */
const FACET =
  /^(short|quick|brief|e?books?|audiobooks?|audio|films?|movies?|documentar(y|ies)|magazines?|newsletters?|oral|histories|history|podcasts?|free|cheap(est|er)?|under|below|less|than|similar|english|hindi|tamil|bengali|bangla|marathi|malayalam|urdu|rupees?|\d+)$/;
const FACET_OTHER = foldedPattern(
  /^(हिंदी|हिन्दी|मराठी|तमिल|बांग्ला|उर्द|தமிழ|বাংলা|اردو|ہندی|मुफ|फुकट|मोफत|இலவச|বিনামূল্য|مفت|किताब|पुस्तक|புத்தக|বই|کتاب|रुप|ரூபா|টাকা|روپ|फिल्म|படம்|படம|ছবি|सुन|ऐक|கேட்க|শুনত|पढ|वाच|படிக்க|पड|পড|پڑھ|পড়|मुलाखत|सस्त|சஸ்|কম|कम|മലയാള|ഹിന്ദി|തമിഴ|ബംഗാളി|മറാഠി|മറാത്തി|ഉറുദു|ഉർദു|ഇംഗ്ലീഷ|സൗജന്യ|പുസ്തക|രൂപ|സിനിമ|കേൾക്ക|വായിക്ക|വിലകുറഞ്ഞ|ചെറിയ|ചെറുകഥ|ഹ്രസ്വചിത്ര|ഡോക്യുമെന്ററി|ഓഡിയോ|മാസിക)/u,
);

const isFacet = (word: string, hasOral: boolean): boolean =>
  FACET_OTHER.test(word) || (FACET.test(word) && (!/^histor/.test(word) || hasOral));

/** The groups of words to search for, in the order of the message. */
export const groupsOf = (message: string): WordGroup[] => {
  const words = wordsOf(message);
  const hasOral = words.includes('oral');
  const wanted = words.filter((word) => !stops.has(word) && !isFacet(word, hasOral) && word.length > 1);
  const groups = new Map<string, WordGroup>();
  for (const word of wanted) {
    const found = table.filter(({ forms }) => forms.some((form) => isFormOf(form, word)));
    if (found.length === 0) groups.set(word, { words: [word], isConcept: false });
    for (const { terms } of found)
      groups.set(terms.join(' '), { words: [...new Set([...terms, word])], isConcept: true });
  }
  return [...groups.values()];
};

const soundsOf = (text: string): string =>
  wordsOf(text)
    .map((word) => phoneticKeys(word)[0] ?? word)
    .join(' ');
const contains = (text: string, part: string): boolean => ` ${text} `.includes(` ${part} `);

/** Titles of words that a reader may write without meaning the title: the message has to be the title alone. */
const isCommon = (title: string): boolean => {
  const words = wordsOf(title);
  return words.length === 1 || words.every((word) => stops.has(word));
};
const COMMON_SHARE = 2;

/** The item whose title the message names, in any script; the longest title wins. */
export const namedItem = (message: string, items: readonly IndexedItem[]): IndexedItem | undefined => {
  const written = wordsOf(message).join(' ');
  const spoken = soundsOf(message);
  const count = written.split(' ').length;
  let best: { item: IndexedItem; length: number } | undefined;
  for (const item of items)
    for (const title of item.titles) {
      const words = wordsOf(title);
      const length = words.join(' ').length;
      if (words.length === 0 || length <= (best?.length ?? 0)) continue;
      if (isCommon(title) && count > words.length * COMMON_SHARE) continue;
      const hasSound = words.length > 1 && contains(spoken, soundsOf(title));
      if (contains(written, words.join(' ')) || hasSound) best = { item, length };
    }
  return best?.item;
};

/** The creator whose whole name the message contains. */
export const namedCreator = (message: string, items: readonly IndexedItem[]): string | undefined => {
  const written = wordsOf(message).join(' ');
  const spoken = soundsOf(message);
  return items.find(({ creator }) => {
    const words = wordsOf(creator);
    return words.length > 1 && (contains(written, words.join(' ')) || contains(spoken, soundsOf(creator)));
  })?.creator;
};

const QUOTED = /["“”„«»][^"“”„«»]*\p{L}[^"“”„«»]*["“”»]|(?:^|\s)[‘'][^‘’']*\p{L}[^‘’']*[’'](?=[\s.,?!]|$)/u;
const CALLED =
  /\b(called|titled|entitled)\s+\S|\bby the name of\b|नाम की (किताब|फ़िल्म|फिल्म)|नावाच[ाेी]|என்ற (புத்தக|நூல|பட)|নামের (বই|ছবি)|نام کی (کتاب|فلم)|എന്ന (പുസ്തക|സിനിമ)/iu;
/** Capitals as in a title: "Do you have The Night Ferry?", "anything by Asha Rao". */
const HAVE_TITLE =
  /\b(?:have|got|stock|sell|find|want|looking for|read|copy of|by)\s+(?:the (?:book|novel|film)\s+)?\p{Lu}[\p{L}\p{M}’']+(?:\s+(?:(?:of|the|and|in|to|a|an|on|for|with|from|at)\s+)*\p{Lu}[\p{L}\p{M}’']+)+/u;

/** True when a message names a title or a person, as quotation marks, "called" or capitals tell, that is not here. */
export const namesWhatIsMissing = (message: string, items: readonly IndexedItem[]): boolean => {
  const hasTitle = QUOTED.test(message) || CALLED.test(message);
  if (!hasTitle && !HAVE_TITLE.test(message)) return false;
  return !namedItem(message, items) && (hasTitle || namedCreator(message, items) === undefined);
};

const SUGGEST = foldedPattern(
  /\b(recommend|suggest|surprise|something|anything|pick|choose|what (should|can|do) (i|you)|whats good|bored|kuch|kuchh|batao|sujha\w*|edhavadhu|kichu|kahitari)\b|कुछ|सुझा|बता|काहीतरी|काही|सुचव|ஏதாவது|பரிந்துர|কিছু|সাজেস্ট|کچھ|تجویز|എന്തെങ്കിലും|നിർദ്ദേശി|നിർദേശി|ശുപാർശ/u,
);

/** True for a message that asks for any suggestion: "surprise me", "what should I read?" */
export const requestsSuggestions = (message: string): boolean => SUGGEST.test(foldLetters(message));
