/**
 * Phonetic keys: the consonants of a word in classes that scripts do not tell apart in the same way (Tamil writes `k`
 * and `g` with one letter, Urdu omits short vowels, Latin spellings of Indian words vary). `barsaat` and `बरसात` have the
 * same key. For search: words with equal keys may be the same word in two scripts.
 */

/** Alternatives of one letter; '' is silent, 'V' a vowel, '|' separates alternatives. */
type Sound = string;

const sounds = (table: string): Map<string, Sound> =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .flatMap((row) => {
        const [letters = '', sound = ''] = row.split('=');
        return [...letters].map((letter): [string, Sound] => [letter, sound]);
      }),
  );

/** Indic blocks have one layout: a letter is found by its offset from the start of its block, here in Devanagari. */
const INDIC_START = 0x0900;
const INDIC_END = 0x0d80;
const BLOCK = 0x80;
const BENGALI = 0x0980;
const indic = sounds(
  `कखगघ=k ङञणनऩ=n चछजझशषस=s टठडढतथदध=t पफबभ=p म=m रऱऋृ=r लळऴ=l ह=h यव= ऄअआइईउऊऌऍऎएऐऑऒओऔॠॡ=V ँ=n| ं=n`,
);
const VIRAMA = 0x4d;
const NUKTA = 0x3c;
const OFFSET = {
  candrabindu: 0x01,
  anusvara: 0x02,
  nga: 0x19,
  ra: 0x30,
  dda: 0x21,
  ddha: 0x22,
  ya: 0x2f,
  ba: 0x2c,
  ma: 0x2e,
} as const;

const arabic = sounds(
  `بپف=p تٹدڈط=t ثجچذزژسشصضظ=s خغقکكگ=k حہهۃ=h رڑ=r لڵ=l م=m ن=n ں=n| اآأإع=V ءئؤوىیيےھة=`,
);

const latinRules: readonly (readonly [RegExp, string])[] = [
  [/zh/g, 'l'],
  [/sch|chh|ch|sh/g, 's'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/(?<=[kgtdpbj])h/g, ''],
];
const latin = sounds('kgc=k sjz=s td=t pbf=p m=m n=n r=r l=l h=h vwy= aeiou=V');

/** The sounds of a letter of an Indic block, whose meaning depends on its neighbours. */
const indicSound = (codes: readonly number[], at: number): Sound => {
  const code = codes[at] ?? 0;
  const offset = code % BLOCK;
  const isBengali = code - offset === BENGALI;
  const isAfterVirama = (codes[at - 1] ?? 0) % BLOCK === VIRAMA && at > 0;
  const isAfterRa = (codes[at - 2] ?? 0) % BLOCK === OFFSET.ra;
  const hasNukta = (codes[at + 1] ?? 0) % BLOCK === NUKTA;
  if (offset === OFFSET.dda || offset === OFFSET.ddha)
    return isBengali ? (hasNukta ? 'r' : 't|r') : hasNukta ? 't|r' : 't';
  if (isBengali) {
    if (offset === OFFSET.anusvara || offset === OFFSET.nga) return 'nk|n';
    // written below another consonant these two are silent, except below m
    if (offset === OFFSET.ya) return hasNukta || (isAfterVirama && !isAfterRa) ? '' : 's|';
    if (offset === OFFSET.ba && isAfterVirama && (codes[at - 2] ?? 0) % BLOCK !== OFFSET.ma) return '';
    if (code === 0x09ce) return 't';
  }
  if (offset === OFFSET.anusvara && at === codes.length - 1) return 'n|';
  return indic.get(String.fromCodePoint(INDIC_START + offset)) ?? '';
};

const latinSounds = (word: string): Sound[] => {
  const spelt = latinRules.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word);
  return [...spelt].map((letter) => latin.get(letter) ?? '');
};

const soundsOf = (word: string): Sound[] => {
  if (/^[a-z]+$/.test(word)) return latinSounds(word);
  const letters = [...word];
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  return codes.map((code, at) =>
    code >= INDIC_START && code < INDIC_END ? indicSound(codes, at) : (arabic.get(letters[at] ?? '') ?? ''),
  );
};

/** Keys with fewer consonants would match too many words. */
const KEY_MIN = 2;
const VARIANTS_MAX = 4;
/** The nasal before `p` is written `n` or `m`; the Tamil cluster of two hard r is spoken with a `t`. */
const settle = (key: string): string => key.replace(/n(?=p)/g, 'm').replace(/(.)\1+/g, '$1');

/** Finishes one choice of alternatives: only the first vowel and the first `h` count. */
const keyOf = (chosen: readonly string[]): string => {
  const start = chosen[0] === 'V' ? 'a' : '';
  const rest = chosen.map((sound, at) => (sound === 'V' || (sound === 'h' && at > 0) ? '' : sound)).join('');
  return start + settle(rest);
};

/**
 * The phonetic keys of a folded word, at most four; none for words that are too short or of other scripts.
 * @param word lower case, NFD or NFC; the nukta may be dropped
 */
export const phoneticKeys = (word: string): string[] => {
  const spelt = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ற்ற', 'ட்ர');
  let variants: string[][] = [[]];
  for (const sound of soundsOf(spelt)) {
    const alternatives = sound.split('|');
    const next = variants.flatMap((chosen) => alternatives.map((one) => [...chosen, one]));
    variants =
      next.length > VARIANTS_MAX ? variants.map((chosen) => [...chosen, alternatives[0] ?? '']) : next;
  }
  return [...new Set(variants.map(keyOf))].filter((key) => key.length >= KEY_MIN);
};
