import { describe, expect, it } from 'vitest';
import { outingWordsIn } from './outing-check.ts';

/** Words of six scripts, in lines as they occur in subjects. */
const outing: Readonly<Record<string, readonly string[]>> = {
  'en {} news': [
    'queer',
    'LGBT',
    'LGBTQIA+',
    'gay',
    'lesbian',
    'bisexual',
    'transgender',
    'non-binary',
    'Satrangi',
  ],
  'New: {}.': [
    'L.G.B.T.',
    'q u e e r',
    'ｑｕｅｅｒ',
    'quéer',
    'que\u200ber',
    'same-sex love',
    'trans women',
    'Hijra lives',
  ],
  '"{}" and more': [
    'Pride month',
    'PRIDE PARADE',
    'drag queens',
    'intersex',
    'asexuality',
    'Section 377',
    'gаy',
  ],
  'हमारी {} कहानियाँ': ['समलैंगिक', 'क्वीयर', 'एलजीबीटी', 'ट्रांसजेंडर', 'किन्नर', 'सतरंगी', 'समलैंगिकता', 'उभयलिंगी'],
  'आमच्या {} कथा': ['समलिंगी', 'तृतीयपंथी', 'ट्रान्सजेंडर', 'लेस्बियन'],
  'আমাদের {} গল্প': ['সমকামী', 'কুইয়ার', 'এলজিবিটি', 'রূপান্তরকামী', 'হিজড়া', 'সমপ্রেমীদের'],
  'எங்கள் {} கதைகள்': ['ஓரினச்சேர்க்கை', 'குயர்', 'திருநங்கை', 'திருநம்பிகள்', 'லெஸ்பியன்', 'தன்பாலீர்ப்பு'],
  'మా {} కథలు': ['స్వలింగ సంపర్కుల', 'క్వీర్', 'ట్రాన్స్‌జెండర్', 'లెస్బియన్', 'హిజ్రా'],
  'ہماری {} کہانیاں': ['ہم جنس پرست', 'کوئیر', 'خواجہ سرا', 'ٹرانس جینڈر', 'ایل جی بی ٹی'],
};

const plain = [
  'News of this month',
  'Gayatri reads tonight',
  'A new translation from Tamil',
  'Pride and Prejudice, retold',
  'Transport to the reading in Essex',
  'Sussex, Middlesex: letters from abroad',
  'Coming out in May: five new titles',
  'Homoeopathy: a memoir',
  'The Hijri calendar, explained',
  'Bisecting angles: poems',
  'A B C of reading',
  'Your order of 14 November',
  'Summer reading list',
  'इस महीने की ख़बरें',
  'बरसात की रात: नई कहानी',
  'समय और समाज पर एक निबंध',
  'रंगों की बात',
  'या महिन्याच्या बातम्या',
  'এই মাসের খবর',
  'সমকাল নিয়ে একটি প্রবন্ধ',
  'இந்த மாதச் செய்திகள்',
  'திருக்குறள்: புதிய உரை',
  'ఈ నెల వార్తలు',
  'స్వరాల గురించి',
  'اس مہینے کی خبریں',
  'ہم سب کی کہانیاں',
];

describe('words that may out a reader (BEY-01)', () => {
  it.each(Object.entries(outing).flatMap(([line, words]) => words.map((word) => line.replace('{}', word))))(
    '%s',
    (line) => {
      expect(outingWordsIn(line)).not.toEqual([]);
    },
  );

  it.each(plain)('nothing in: %s', (line) => {
    expect(outingWordsIn(line)).toEqual([]);
  });

  it('are looked for in every line, and named once', () => {
    expect(outingWordsIn('News', 'LGBTQ readers and queer writers')).toEqual(['lgbtq', 'queer']);
  });
});
