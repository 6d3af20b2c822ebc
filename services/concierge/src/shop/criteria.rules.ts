import type { JoinedMediaType } from '@satrangi/contracts';
import { foldedPattern, foldLetters, isFormOf, wordsOf } from '../language/words.rules.ts';

/** What a message asks for besides its subject. */
export type Criteria = {
  readonly kinds: readonly JoinedMediaType[];
  readonly language: string | null;
  readonly maxINR: number | null;
  readonly isFree: boolean;
  readonly isCheap: boolean;
  readonly isShort: boolean;
  /** "Something like X", "I liked X, what next?" */
  readonly isLike: boolean;
};

const forms = (text: string): readonly string[] => text.split(/\s+/).map((form) => foldLetters(form));
const hasForm = (words: readonly string[], list: readonly string[]): boolean =>
  words.some((word) => list.some((form) => isFormOf(form, word)));

/** Kinds by the words for them; the first row that matches counts. */
const kindWords: readonly { readonly kinds: readonly JoinedMediaType[]; readonly pattern: RegExp }[] = [
  {
    kinds: ['shortfilm'],
    pattern: /short ?films?|लघु ?फिल्म|குறும்படம்|স্বল্পদৈর্ঘ্য|مختصر فلم|ഹ്രസ്വചിത്ര|ഷോർട്ട് ?ഫിലിം/u,
  },
  {
    kinds: ['documentary'],
    pattern: /documentar(y|ies)|डॉक्यूमेंट्री|वृत्तचित्र|माहितीपट|ஆவணப்பட|তথ্যচিত্র|دستاویزی|ഡോക്യുമെന്ററി/u,
  },
  { kinds: ['audiostory'], pattern: /audio ?(book|stor(y|ies))s?|ऑडियो|ஒலிக்கதை|অডিও|آڈیو|ഓഡിയോ|ശബ്ദകഥ/u },
  {
    kinds: ['oralhistory'],
    pattern:
      /oral histor(y|ies)|testimon(y|ies)|interviews?|मुलाखत|साक्षात्कार|நேர்காணல்|সাক্ষাৎকার|انٹرویو|അഭിമുഖ|വാമൊഴി/u,
  },
  {
    kinds: ['magazine'],
    pattern: /magazines?|newsletters?|journals?|zines?|पत्रिका|मासिक|இதழ்|পত্রিকা|رسالہ|മാസിക/u,
  },
  {
    kinds: ['shortfilm', 'documentary'],
    pattern: /\b(films?|movies?|watch)\b|फिल्म|चित्रपट|திரைப்பட|படம்|சினிமா|ছবি|সিনেমা|فلم|സിനിമ|ചലച്ചിത്ര/u,
  },
  {
    kinds: ['audiostory', 'oralhistory'],
    pattern: /\b(listen|hear|audio|podcasts?|sunn?[ae]|sunne)\b|सुन(ने|ना|ो)|ऐक|கேட்க|শুনতে|سن(نے|نا)|കേൾക്ക/u,
  },
  { kinds: ['ebook', 'magazine'], pattern: /\bread\b|पढ़|पढ|वाच|படிக்க|পড|پڑھ|വായിക്ക/u },
  {
    kinds: ['ebook'],
    pattern: /\b(e?-?books?|novels?|kita+b(e|ein)?|boi)\b|किताब|पुस्तक|புத்தக|நூல்|বই|کتاب|പുസ്തക/u,
  },
];

const languageWords: Readonly<Record<string, RegExp>> = {
  en: /\benglish\b|अंग्रेज़ी|अंग्रेजी|इंग्रजी|ஆங்கில|ইংরেজি|انگریزی|ഇംഗ്ലീഷ/u,
  hi: /\bhindi\b|हिंदी|हिन्दी|இந்தி|হিন্দি|ہندی|ഹിന്ദി/u,
  ta: /\btamil\b|तमिल|தமிழ|তামিল|تمل|തമിഴ/u,
  bn: /\b(bengali|bangla)\b|बांग्ला|बंगाली|வங்காள|বাংলা|بنگالی|ബംഗാളി/u,
  mr: /\bmarathi\b|मराठी|மராத்தி|মারাঠি|مراٹھی|മറാഠി|മറാത്തി/u,
  ur: /\burdu\b|उर्दू|उर्दु|உருது|উর্দু|اردو|ഉറുദു|ഉർദു/u,
  ml: /\bmalayalam\b|मलयालम|மலையாள|মালযালম|ملیالم|മലയാള/u,
};

const kinds = kindWords.map((row) => ({ ...row, pattern: foldedPattern(row.pattern) }));
const languages = Object.entries(languageWords).map(
  ([code, pattern]) => [code, foldedPattern(pattern)] as const,
);

const FREE = forms('free gratis muft मुफ़्त मुफ्त निशुल्क फुकट मोफत இலவச বিনামূল্য ফ্রি مفت സൗജന്യ ഫ്രീ');
const CHEAP = forms(
  'cheap cheapest cheaper budget sasta sasti सस्ता सस्ती सस्ती स्वस्त மலிவ সস্তা سستا سستی വിലകുറഞ്ഞ ചെലവുകുറഞ്ഞ',
);
const SHORT = forms(
  'short quick brief chhoti छोटी छोटा लघु लहान சிறிய குறுகிய ছোট مختصر چھوٹی ചെറിയ ചെറുത് ചെറുകഥ ഹ്രസ്വ',
);
const LIKE = foldedPattern(
  /\b(something|anything|books?|more|stories|films?) (like|similar to|as)\b|\bsimilar to\b|\b(i|we) (liked|loved|enjoyed|finished)\b|\bwhat next\b|\bjais[aei]\b|\bmadhiri\b|\ber moto\b|\bsarkh[aie]\b|जैस[ाीे]|सारख|போல|மாதிரி|মতো|جیس[ےیا]|പോലെ|പോലുള്ള/u,
);

const UNDER = foldedPattern(
  /\b(under|below|less than|up ?to|within|at most|max(imum)?|cheaper than|kam|andar)\b|कम|अंदर|भीतर|तक|आत|க்குள்|குறை|উর্ধ্বে|কম|মধ্যে|নিচে|کم|اندر|تک|താഴെ|കുറഞ്ഞ|കുറവ|ഉള്ളിൽ|വരെ/u,
);
const CURRENCY = foldedPattern(/₹|\brs\b|\binr\b|\brup(ee|ees|aye|aya|ay)\b|रुप|रूप|ரூபா|টাকা|روپ|രൂപ/u);
const HUNDREDS: readonly (readonly [RegExp, number])[] = [
  [/\bone hundred\b|(^|\s)(एक सौ|ek sau|ایک سو|शंभर|நூறு|একশ|നൂറ)/u, 100],
  [/\btwo hundred\b|(^|\s)(दो सौ|do sau|دو سو|दोनशे|இருநூறு|দুশ|ഇരുനൂറ)/u, 200],
  [/\bthree hundred\b|(^|\s)(तीन सौ|teen sau|تین سو|तीनशे|முந்நூறு|তিনশ|മുന്നൂറ)/u, 300],
];

const maxPriceOf = (text: string): number | null => {
  if (!UNDER.test(text) && !CURRENCY.test(text)) return null;
  const digits = /\d[\d,]*/.exec(text)?.[0].replaceAll(',', '');
  if (digits && (UNDER.test(text) || CURRENCY.test(text))) return Number(digits);
  return HUNDREDS.find(([pattern]) => foldedPattern(pattern).test(text))?.[1] ?? null;
};

/** Reads kind, language of the work, price limit and the like from a message. */
export const criteriaOf = (message: string): Criteria => {
  const text = foldLetters(message);
  const words = wordsOf(message);
  return {
    kinds: kinds.find(({ pattern }) => pattern.test(text))?.kinds ?? [],
    language: languages.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
    maxINR: maxPriceOf(text),
    isFree: hasForm(words, FREE),
    isCheap: hasForm(words, CHEAP),
    isShort: hasForm(words, SHORT),
    isLike: LIKE.test(text),
  };
};
