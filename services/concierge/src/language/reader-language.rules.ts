import { wordsOf } from './words.rules.ts';

/** Languages of replies; `hi-Latn` is Hindi in Latin letters. */
export const replyLanguages = ['en', 'hi', 'hi-Latn', 'ta', 'bn', 'mr', 'ur', 'ml'] as const;
export type ReplyLanguage = (typeof replyLanguages)[number];

/** Words that are Marathi and not Hindi. */
const MARATHI =
  /(^|\s)(आहे\S*|काय|माझ\S*|मला|कस[ेंा]\S*|कुठे|नाही\S*|वाचता|पाहिजे|हव[ंीे]\S*|मराठी\S*|ऐकाय\S*|फुकट|गोष्ट\S*|\S+(वर|ची|च्या|मध्ये|ातल्या|ाचं|साठी))(?=\s|$)/u;
const HINDI_IN_LATIN = new Set(
  `hai hain koi kuch kuchh kitab kitaab kahani kahaani kaise kahan kaha mujhe mera meri mere chahiye dikhao batao wali wala
   nahi nahin aur jaisi jaisa paise par kya muft sasti sasta barish khaana kisi baat karni namaste shukriya dhanyavaad`.split(
    /\s+/,
  ),
);

/** Share of words that must be Hindi in Latin letters. */
const LATIN_HINDI_SHARE = 0.3;

/** The language to answer a message in, by script and by words that only one language has. */
export const readerLanguage = (message: string): ReplyLanguage => {
  if (/\p{Script=Tamil}/u.test(message)) return 'ta';
  if (/\p{Script=Bengali}/u.test(message)) return 'bn';
  if (/\p{Script=Malayalam}/u.test(message)) return 'ml';
  if (/\p{Script=Arabic}/u.test(message)) return 'ur';
  if (/\p{Script=Devanagari}/u.test(message)) return MARATHI.test(message) ? 'mr' : 'hi';
  const words = wordsOf(message);
  const hindi = words.filter((word) => HINDI_IN_LATIN.has(word)).length;
  return hindi > 0 && hindi >= words.length * LATIN_HINDI_SHARE ? 'hi-Latn' : 'en';
};
