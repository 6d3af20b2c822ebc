/**
 * 120 questions of readers in six languages, against the demo titles of `deploy/seed`. They were written before the
 * code that answers them. `items` are slugs: an answer is a hit when one of its first three items is among them.
 */
import { type EvaluationQuestion, forLanguage } from './question.ts';

const en = forLanguage('en');
const english = [
  en.items(
    'Something short to read tonight',
    'seven-ways-home second-landing kadaisi-perundhu salt-on-the-balcony platform-no-6 a-lamp-in-the-records-room chhat-ki-chaabi barsaat-ke-baad nadir-opare rangon-ka-mausam small-hours-grammar',
    { kind: 'ebook' },
  ),
  en.items('What is free to read?', 'what-the-tailor-knew the-carbon-copy-7', { free: true }),
  en.items(
    'a love story between two older men',
    'salt-on-the-balcony interval-at-the-prabhat kamalalebur-dupur',
  ),
  en.items(
    'books about rain or the monsoon',
    'the-monsoon-register barsaat-ke-baad verandah-1-rain ek-chhaata',
  ),
  en.items(
    'something like The Monsoon Register',
    'a-lamp-in-the-records-room night-duty barsaat-ke-baad the-tuesday-telephone the-ironing-table',
    {
      not: 'the-monsoon-register',
    },
  ),
  en.items('do you have anything by Ira Deshmukh', 'seven-ways-home'),
  en.items('poetry under 200 rupees', 'nilavin-niram chiragh-aur-dareecha', { maxINR: 200 }),
  en.items('trans memoir please', 'my-name ammavin-thaiyal-petti'),
  en.items('I want to listen to something funny', 'the-lift-between-four-and-five', { kind: 'audiostory' }),
  en.items('a documentary about cloth and dyeing', 'cloth-comes-out-green', { kind: 'documentary' }),
  en.items('cookbooks with stories in them', 'lavender-tiffin aunty-rose-remembers saajhi-rasoi'),
  en.items('show me short films', 'buttonhole ek-chhaata janalar-alo kadal-ketkirathu the-kite-that-stayed', {
    kind: 'shortfilm',
  }),
  en.items('Is there a story set on a train?', 'seven-ways-home platform-no-6 mutram-2-payanam'),
  en.items('anything about kites?', 'the-kite-that-stayed glass-thread'),
  en.items('Tamil books', 'nilavin-niram kadaisi-perundhu ammavin-thaiyal-petti', {
    kind: 'ebook',
    language: 'ta',
  }),
  en.items('Something in Urdu, I read slowly', 'rangon-ka-mausam chiragh-aur-dareecha', { language: 'ur' }),
  en.items(
    'my mum is about to meet my girlfriend, something gentle about families',
    'seven-ways-home small-hours-grammar night-bus-to-nagpur nadir-opare kadal-ketkirathu chhader-bagan maidanavar',
  ),
  en.items('a nonbinary author writing about clothes', 'borrowed-kurtas buttonhole'),
  en.items('old newsletters from the nineties', 'the-carbon-copy-7 chilekotha-4-chithi', {
    kind: 'magazine',
  }),
  en.items('oral histories of women at work', 'the-ironing-table night-duty', { kind: 'oralhistory' }),
  en.items(
    'cheapest ebook you have',
    'what-the-tailor-knew kadaisi-perundhu shesh-tramer-chithi saajhi-rasoi',
    {
      kind: 'ebook',
    },
  ),
  en.items('something about growing old near the sea', 'salt-on-the-balcony'),
  en.items('mountains', 'second-landing'),
  en.items('a gift for a friend who loves gardens', 'chhader-bagan'),
  en.items('epistolary, letters between women', 'a-lamp-in-the-records-room'),
  en.items('an audiobook under ₹100 in Hindi', 'batti-gul', {
    kind: 'audiostory',
    maxINR: 100,
    language: 'hi',
  }),
  en.items('movies about tailors', 'silai-machine-ki-paanch-awaazein buttonhole'),
  en.items('hijra lives, told by themselves', 'dholak-ka-pehla-sabaq'),
  en.items('night bus', 'night-bus-to-nagpur'),
  en.items(
    'lesbian romance, first love',
    'night-bus-to-nagpur the-lift-between-four-and-five the-kite-that-stayed',
  ),
  en.items(
    'something sad about grief',
    'daakghar-ki-almaari kamalalebur-dupur aajicha-radio the-ironing-table aridaram',
  ),
  en.items('stories from Goa', 'salt-on-the-balcony'),
  en.items(
    'I liked Salt on the Balcony, what next?',
    'interval-at-the-prabhat kamalalebur-dupur chhat-ki-chaabi night-bus-to-nagpur batti-gul kadal-ketkirathu nilavin-niram',
    {
      not: 'salt-on-the-balcony',
    },
  ),
  en.items('magazines about work', 'verandah-2-work', { kind: 'magazine' }),
  en.items('where can I find platfrom no 6', 'platform-no-6'),
  en.intent('hello', 'greeting'),
  en.intent('thank you so much', 'thanks'),
  en.intent('what can you do?', 'help'),
  en.intent('can I talk to a real person', 'person'),
  en.intent('I paid but the book is not in my library', 'order-help'),
  en.intent('where is my order', 'order-help'),
  en.intent('How does the run work?', 'run-info'),
  en.intent('what does it cost to join the virtual run', 'run-info'),
  en.intent('can I get a refund for a digital book', 'policy', '/refunds'),
  en.intent('what will my bank statement say', 'policy', '/faq'),
  en.intent('who can see what I read', 'policy', '/faq'),
  en.intent('what share do authors get', 'policy', '/creator-policy'),
  en.intent('how old do I have to be to use the library', 'policy', '/digital-library-policy'),
];

const hi = forLanguage('hi');
const hindi = [
  hi.items('बारिश पर कोई कहानी', 'barsaat-ke-baad ek-chhaata the-monsoon-register verandah-1-rain'),
  hi.items(
    'हिंदी में कविता या कहानी की किताबें दिखाओ',
    'barsaat-ke-baad daakghar-ki-almaari dehri-3-rasoi chhat-ki-chaabi',
    {
      language: 'hi',
    },
  ),
  hi.items(
    'दो मर्दों की प्रेम कहानी',
    'chhat-ki-chaabi batti-gul ek-chhaata interval-at-the-prabhat salt-on-the-balcony',
  ),
  hi.items('१५० रुपये से कम की हिंदी किताब', 'saajhi-rasoi', { maxINR: 150, language: 'hi' }),
  hi.items('मुफ़्त में क्या पढ़ सकते हैं', 'what-the-tailor-knew the-carbon-copy-7', { free: true }),
  hi.items('साझी रसोई', 'saajhi-rasoi'),
  hi.items(
    'चिट्ठियों वाली कोई किताब',
    'daakghar-ki-almaari shesh-tramer-chithi a-lamp-in-the-records-room chilekotha-4-chithi',
  ),
  hi.items('हिजड़ा समुदाय की ज़िंदगी के बारे में', 'dholak-ka-pehla-sabaq'),
  hi.items('सुनने के लिए कुछ हिंदी में', 'batti-gul dholak-ka-pehla-sabaq', { language: 'hi' }),
  hi.items('लखनऊ की कोई कहानी', 'chhat-ki-chaabi'),
  hi.items('barish wali koi kahani', 'barsaat-ke-baad ek-chhaata the-monsoon-register verandah-1-rain'),
  hi.items('khaana aur rasoi par kitaab', 'saajhi-rasoi lavender-tiffin aunty-rose-remembers dehri-3-rasoi'),
  hi.items(
    'chhat ki chabi jaisi koi aur kitab',
    'batti-gul barsaat-ke-baad ek-chhaata daakghar-ki-almaari salt-on-the-balcony',
    {
      not: 'chhat-ki-chaabi',
    },
  ),
  hi.items('darzi par documentary', 'silai-machine-ki-paanch-awaazein'),
  hi.intent('नमस्ते', 'greeting'),
  hi.intent('पैसे वापस कैसे मिलेंगे', 'policy', '/refunds'),
  hi.intent('मेरा ऑर्डर कहाँ है', 'order-help'),
  hi.intent('दौड़ में कैसे भाग लें', 'run-info'),
  hi.intent('paise kat gaye par kitab nahi mili', 'order-help'),
  hi.intent('kisi insaan se baat karni hai', 'person'),
];

const ta = forLanguage('ta');
const tamil = [
  ta.items('தமிழில் கவிதைகள்', 'nilavin-niram mutram-2-payanam oonjal', { language: 'ta' }),
  ta.items('கடல் பற்றிய கதை', 'kadal-ketkirathu nilavin-niram salt-on-the-balcony'),
  ta.items('அம்மா பற்றி ஒரு புத்தகம்', 'ammavin-thaiyal-petti kadal-ketkirathu small-hours-grammar'),
  ta.items('நிலவின் நிறம்', 'nilavin-niram'),
  ta.items(
    'திருநங்கை வாழ்க்கை பற்றிய படம்',
    'kadal-ketkirathu kolam-oru-varaipadam silai-machine-ki-paanch-awaazein',
  ),
  ta.items('150 ரூபாய்க்குள் தமிழ் புத்தகம்', 'kadaisi-perundhu ammavin-thaiyal-petti mutram-2-payanam', {
    maxINR: 150,
    language: 'ta',
  }),
  ta.items(
    'இலவசமாக என்ன இருக்கிறது',
    'what-the-tailor-knew the-carbon-copy-7 interval-at-the-prabhat cloth-comes-out-green dholak-ka-pehla-sabaq the-ironing-table the-kite-that-stayed oonjal',
    {
      free: true,
    },
  ),
  ta.items('கேட்க ஒரு காதல் கதை', 'malligai-kanakku interval-at-the-prabhat batti-gul'),
  ta.items(
    'nilavin niram madhiri vera kavithai',
    'chiragh-aur-dareecha small-hours-grammar mutram-2-payanam oonjal',
    {
      not: 'nilavin-niram',
    },
  ),
  ta.items('பேருந்து ஓட்டுநர் கதை', 'kadaisi-perundhu night-bus-to-nagpur'),
  ta.intent('வணக்கம்', 'greeting'),
  ta.intent('பணத்தை திரும்பப் பெற முடியுமா', 'policy', '/refunds'),
  ta.intent('என் ஆர்டர் எங்கே', 'order-help'),
  ta.intent('ஓட்டத்தில் எப்படி சேர்வது', 'run-info'),
];

const bn = forLanguage('bn');
const bengali = [
  bn.items('বাংলা ছোটগল্প', 'nadir-opare kamalalebur-dupur shesh-tramer-chithi', { language: 'bn' }),
  bn.items('নদী নিয়ে কোনো বই', 'nadir-opare'),
  bn.items('কলকাতার ট্রাম', 'shesh-tramer-chithi'),
  bn.items('ছাদের বাগান', 'chhader-bagan'),
  bn.items('দুই নারীর প্রেমের ছবি', 'janalar-alo the-kite-that-stayed'),
  bn.items('বিনামূল্যে কী পড়া যায়', 'what-the-tailor-knew the-carbon-copy-7', { free: true }),
  bn.items(
    'চিঠি নিয়ে কিছু',
    'shesh-tramer-chithi chilekotha-4-chithi daakghar-ki-almaari a-lamp-in-the-records-room',
  ),
  bn.items('১৫০ টাকার কমে বাংলা বই', 'shesh-tramer-chithi', { maxINR: 150, language: 'bn' }),
  bn.items(
    'chhader bagan er moto boi',
    'nadir-opare shesh-tramer-chithi kamalalebur-dupur janalar-alo chilekotha-4-chithi night-duty',
    {
      not: 'chhader-bagan',
    },
  ),
  bn.items('নার্সের জীবনের গল্প শুনতে চাই', 'night-duty'),
  bn.intent('নমস্কার', 'greeting'),
  bn.intent('টাকা ফেরত পাব কীভাবে', 'policy', '/refunds'),
  bn.intent('আমার অর্ডার কোথায়', 'order-help'),
  bn.intent('আমি কী পড়ি তা কে দেখতে পায়', 'policy', '/faq'),
];

const mr = forLanguage('mr');
const marathi = [
  mr.items('मराठीत काय आहे', 'aajicha-radio maidanavar', { language: 'mr' }),
  mr.items('आजीची गोष्ट ऐकायची आहे', 'aajicha-radio maidanavar'),
  mr.items('पावसावर पुस्तक', 'the-monsoon-register barsaat-ke-baad verandah-1-rain'),
  mr.items('कबड्डी खेळणाऱ्या बाईची मुलाखत', 'maidanavar'),
  mr.items('माझं नाव', 'my-name'),
  mr.items('फुकट काय वाचता येईल', 'what-the-tailor-knew the-carbon-copy-7', { free: true }),
  mr.items('पुण्यातल्या कथा', 'the-monsoon-register the-tuesday-telephone aajicha-radio'),
  mr.items('२०० रुपयांपेक्षा कमी किमतीचं प्रेमाचं पुस्तक', 'chhat-ki-chaabi barsaat-ke-baad nilavin-niram', {
    maxINR: 200,
  }),
  mr.intent('नमस्कार', 'greeting'),
  mr.intent('पैसे परत कसे मिळतील', 'policy', '/refunds'),
  mr.intent('धावण्याच्या उपक्रमात कसं सहभागी व्हायचं', 'run-info'),
  mr.intent('माझी ऑर्डर कुठे आहे', 'order-help'),
];

const ur = forLanguage('ur');
const urdu = [
  ur.items('اردو شاعری', 'chiragh-aur-dareecha', { language: 'ur' }),
  ur.items('اردو میں افسانے', 'rangon-ka-mausam', { language: 'ur' }),
  ur.items('چراغ اور دریچہ', 'chiragh-aur-dareecha'),
  ur.items('بارش کی کہانی', 'barsaat-ke-baad ek-chhaata the-monsoon-register verandah-1-rain'),
  ur.items('مفت کیا پڑھ سکتے ہیں', 'what-the-tailor-knew the-carbon-copy-7', { free: true }),
  ur.items(
    'دو مردوں کی محبت',
    'chiragh-aur-dareecha chhat-ki-chaabi batti-gul ek-chhaata salt-on-the-balcony interval-at-the-prabhat',
  ),
  ur.items(
    'دو سو روپے سے کم کی کتاب',
    'chiragh-aur-dareecha barsaat-ke-baad kadaisi-perundhu saajhi-rasoi shesh-tramer-chithi ammavin-thaiyal-petti daakghar-ki-almaari chhader-bagan chhat-ki-chaabi nadir-opare nilavin-niram second-landing borrowed-kurtas',
    {
      maxINR: 200,
    },
  ),
  ur.items('لکھنؤ کی کہانی', 'chhat-ki-chaabi'),
  ur.intent('السلام علیکم', 'greeting'),
  ur.intent('پیسے واپس کیسے ملیں گے', 'policy', '/refunds'),
  ur.intent('میرا آرڈر کہاں ہے', 'order-help'),
  ur.intent('شکریہ', 'thanks'),
];

export const questions: readonly EvaluationQuestion[] = [
  ...english,
  ...hindi,
  ...tamil,
  ...bengali,
  ...marathi,
  ...urdu,
];
