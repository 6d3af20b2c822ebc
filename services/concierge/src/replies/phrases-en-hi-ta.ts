import type { ReplyLanguage } from '../language/reader-language.rules.ts';

/** Sentences of replies in one language. `{...}` are facts of the platform; a model fills in none of them. */
export type Phrases = {
  readonly found: string;
  readonly free: string;
  readonly like: string;
  readonly requested: string;
  /** Before items that come close, when what was named is not here. */
  readonly missing: string;
  readonly nothing: string;
  readonly away: string;
  readonly greeting: string;
  readonly greetingNamed: string;
  readonly thanks: string;
  readonly help: string;
  readonly person: string;
  readonly orderVisitor: string;
  readonly orderCounts: string;
  readonly orderNone: string;
  readonly orderAway: string;
  readonly library: string;
  readonly libraryEmpty: string;
  readonly libraryVisitor: string;
  /** Before a card of an item that the reader asked for by name and owns. */
  readonly owned: string;
  readonly run: string;
  /** Before a passage that is in English. */
  readonly policy: string;
  readonly because: Readonly<
    Record<
      | 'owned'
      | 'asked'
      | 'creator'
      | 'tag'
      | 'language'
      | 'free'
      | 'price'
      | 'rupees'
      | 'read'
      | 'listen'
      | 'watch'
      | 'featured'
      | 'pages'
      | 'minutes'
      | 'same-shelf'
      | 'text',
      string
    >
  >;
  readonly followUps: readonly string[];
  /** A question about an interest of the reader. */
  readonly moreAbout: string;
};

const en: Phrases = {
  found: 'Here is what I would put on the table for you.',
  free: 'These are free for everyone.',
  like: 'If that one stayed with you, these may too.',
  requested: 'Here it is, with some neighbours from the shelf.',
  missing: 'I do not have that here. These come close.',
  nothing: 'I found nothing here for that. Try a mood, a language, a place or the name of an author.',
  away: 'The shelves do not answer right now. I can still help with orders, the run and our policies.',
  greeting:
    'Hello, and welcome. Tell me what you are in the mood for, or ask about orders, the run or our policies.',
  greetingNamed:
    'Hello {name}, welcome back. Tell me what you are in the mood for, or ask about orders, the run or our policies.',
  thanks: 'You are welcome. I am here when you want something else.',
  help: 'I can find titles by mood, theme, language, length or price, explain our policies, tell you about the run, and help with orders. I never take payments, and I am a program, not a person.',
  person: 'A person reads every mail at {email} and answers within 48 hours.',
  orderVisitor:
    'Log in and open Orders in your profile: every payment and its state is there. If you have paid and a title is missing, your payment is safe; write to {email} with the number of the order and a person will look.',
  orderCounts:
    'Your orders: {paid} paid, {open} waiting for payment, {other} cancelled or refunded. Each one is under Orders in your profile. If something is missing, write to {email} with its number.',
  orderNone:
    'I see no orders in your account. If you paid without logging in, write to {email} with the number on your receipt and a person will look.',
  orderAway:
    'I cannot see your orders right now. They are under Orders in your profile. If you have paid, your payment is safe; write to {email} with the number of the order and a person will look.',
  library: 'These titles are yours: {count} in your digital library.',
  libraryEmpty: 'Your digital library is empty so far. What you buy or open for free appears there.',
  libraryVisitor: 'Log in to see your library: what you own is shown to you alone.',
  owned: 'This one is already yours: open it in your digital library.',
  run: 'About the virtual run:',
  policy: '',
  because: {
    owned: 'You own it',
    asked: 'The title you asked for',
    creator: 'By {value}',
    tag: 'About: {value}',
    language: 'In {value}',
    free: 'Free for everyone',
    price: 'Within the price you named',
    rupees: '₹{value}',
    pages: '{value} pages',
    minutes: '{value} minutes',
    'same-shelf': 'Shares: {value}',
    text: 'Mentions: {value}',
    read: 'To read',
    listen: 'To listen to',
    watch: 'To watch',
    featured: 'Featured by the house',
  },
  moreAbout: 'Something about {interest}?',
  followUps: [
    'Is there something like that for free?',
    'Something shorter, please',
    'Anything to listen to?',
    'What do you have in Hindi?',
    'How do refunds work?',
    'Who can see what I read?',
    'How does the run work?',
  ],
};

const hi: Phrases = {
  found: 'आपके लिए ये चुने हैं।',
  free: 'ये सबके लिए मुफ़्त हैं।',
  like: 'अगर वह पसंद आई, तो शायद ये भी आएँ।',
  requested: 'यह रही, और उसके साथ की कुछ और।',
  missing: 'वह यहाँ नहीं है। ये उसके क़रीब हैं।',
  nothing: 'इसके लिए यहाँ कुछ नहीं मिला। कोई मिज़ाज, भाषा, जगह या लेखक का नाम लिखकर देखिए।',
  away: 'अभी शेल्फ़ से जवाब नहीं आ रहा। ऑर्डर, दौड़ और नीतियों में मैं अब भी मदद कर सकता हूँ।',
  greeting: 'नमस्ते, स्वागत है। बताइए क्या पढ़ने, सुनने या देखने का मन है, या ऑर्डर, दौड़ और नीतियों के बारे में पूछिए।',
  greetingNamed: 'नमस्ते {name}, फिर से स्वागत है। बताइए क्या पढ़ने, सुनने या देखने का मन है।',
  thanks: 'आपका स्वागत है। और कुछ चाहिए तो बताइए।',
  help: 'मैं मिज़ाज, विषय, भाषा, लंबाई या दाम से चीज़ें ढूँढ सकता हूँ, नीतियाँ बता सकता हूँ और ऑर्डर में मदद कर सकता हूँ। मैं पैसे नहीं लेता, और मैं एक प्रोग्राम हूँ, इंसान नहीं।',
  person: '{email} पर आई हर चिट्ठी एक इंसान पढ़ता है और 48 घंटे में जवाब देता है।',
  orderVisitor:
    'लॉग इन करके प्रोफ़ाइल में Orders खोलिए: हर भुगतान वहाँ है। पैसे कट गए और किताब नहीं मिली, तो आपका पैसा सुरक्षित है; ऑर्डर नंबर के साथ {email} पर लिखिए।',
  orderCounts:
    'आपके ऑर्डर: {paid} के पैसे मिल गए, {open} भुगतान के इंतज़ार में, {other} रद्द या वापस। सब प्रोफ़ाइल के Orders में हैं। कुछ न मिले तो नंबर के साथ {email} पर लिखिए।',
  orderNone: 'आपके खाते में कोई ऑर्डर नहीं दिखता। बिना लॉग इन किए ख़रीदा हो तो रसीद के नंबर के साथ {email} पर लिखिए।',
  orderAway:
    'अभी आपके ऑर्डर नहीं दिख रहे। वे प्रोफ़ाइल के Orders में हैं। पैसे दे चुके हैं तो आपका पैसा सुरक्षित है; ऑर्डर नंबर के साथ {email} पर लिखिए।',
  library: 'ये आपकी हैं: आपकी डिजिटल लाइब्रेरी में {count}।',
  libraryEmpty: 'आपकी डिजिटल लाइब्रेरी अभी ख़ाली है। जो आप ख़रीदेंगे, वहाँ दिखेगा।',
  libraryVisitor: 'अपनी लाइब्रेरी देखने के लिए लॉग इन कीजिए: वह सिर्फ़ आपको दिखती है।',
  owned: 'यह पहले से आपकी है: इसे अपनी डिजिटल लाइब्रेरी में खोलिए।',
  run: 'वर्चुअल दौड़ के बारे में:',
  policy: 'हमारी नीति में, अंग्रेज़ी में, यह लिखा है:',
  because: {
    owned: 'यह आपकी है',
    asked: 'जो आपने माँगा',
    creator: '{value} की रचना',
    tag: 'विषय: {value}',
    language: 'भाषा: {value}',
    free: 'सबके लिए मुफ़्त',
    price: 'आपके बताए दाम के भीतर',
    rupees: '₹{value}',
    pages: '{value} पन्ने',
    minutes: '{value} मिनट',
    'same-shelf': 'समान: {value}',
    text: 'ज़िक्र: {value}',
    read: 'पढ़ने के लिए',
    listen: 'सुनने के लिए',
    watch: 'देखने के लिए',
    featured: 'ख़ास चुनी हुई',
  },
  moreAbout: '{interest} के बारे में कुछ?',
  followUps: ['इनमें से कुछ मुफ़्त है?', 'कुछ छोटा बताइए', 'सुनने के लिए कुछ?', 'पैसे वापस कैसे मिलते हैं?', 'दौड़ क्या है?'],
};

const hiLatn: Phrases = {
  ...hi,
  found: 'Aapke liye ye chune hain.',
  free: 'Ye sabke liye muft hain.',
  like: 'Agar woh pasand aayi, to shayad ye bhi aayen.',
  requested: 'Yeh rahi, aur uske saath ki kuch aur.',
  missing: 'Woh yahan nahi hai. Ye uske kareeb hain.',
  nothing: 'Iske liye yahan kuch nahi mila. Koi mizaaj, bhasha, jagah ya lekhak ka naam likh kar dekhiye.',
  away: 'Abhi shelf se jawab nahi aa raha. Order, daud aur policies mein main ab bhi madad kar sakta hoon.',
  greeting: 'Namaste, swagat hai. Bataiye kya padhne, sunne ya dekhne ka man hai.',
  greetingNamed: 'Namaste {name}, phir se swagat hai. Bataiye kya padhne, sunne ya dekhne ka man hai.',
  thanks: 'Aapka swagat hai. Aur kuch chahiye to bataiye.',
  help: 'Main mizaaj, vishay, bhasha, lambai ya daam se cheezein dhoondh sakta hoon, policies bata sakta hoon aur order mein madad kar sakta hoon. Main paise nahi leta, aur main ek program hoon, insaan nahi.',
  person: '{email} par aayi har mail ek insaan padhta hai aur 48 ghante mein jawab deta hai.',
  orderVisitor:
    'Log in karke profile mein Orders kholiye: har payment wahan hai. Paise kat gaye aur kitab nahi mili, to aapka paisa surakshit hai; order number ke saath {email} par likhiye.',
  orderCounts:
    'Aapke order: {paid} paid, {open} payment ke intezaar mein, {other} cancel ya refund. Sab profile ke Orders mein hain. Kuch na mile to number ke saath {email} par likhiye.',
  orderNone:
    'Aapke account mein koi order nahi dikhta. Bina log in kiye kharida ho to receipt ke number ke saath {email} par likhiye.',
  orderAway:
    'Abhi aapke order nahi dikh rahe. Woh profile ke Orders mein hain. Paise de chuke hain to aapka paisa surakshit hai; order number ke saath {email} par likhiye.',
  library: 'Ye aapki hain: aapki digital library mein {count}.',
  libraryEmpty: 'Aapki digital library abhi khaali hai. Jo aap kharidenge, wahan dikhega.',
  libraryVisitor: 'Apni library dekhne ke liye log in kijiye: woh sirf aapko dikhti hai.',
  owned: 'Yeh pehle se aapki hai: ise apni digital library mein kholiye.',
  run: 'Virtual run ke baare mein:',
  policy: 'Hamari policy mein, angrezi mein, yeh likha hai:',
  because: {
    ...en.because,
    owned: 'Yeh aapki hai',
    asked: 'Jo aapne maanga',
    creator: '{value} ki rachna',
    tag: 'Vishay: {value}',
    free: 'Sabke liye muft',
    'same-shelf': 'Samaan: {value}',
  },
  moreAbout: '{interest} ke baare mein kuch?',
  followUps: [
    'Inmein se kuch muft hai?',
    'Kuch chhota bataiye',
    'Sunne ke liye kuch?',
    'Paise wapas kaise milte hain?',
  ],
};

const ta: Phrases = {
  found: 'உங்களுக்காக இவற்றைத் தேர்ந்தெடுத்தேன்.',
  free: 'இவை எல்லோருக்கும் இலவசம்.',
  like: 'அது பிடித்திருந்தால், இவையும் பிடிக்கலாம்.',
  requested: 'இதோ, அதனுடன் இன்னும் சில.',
  missing: 'அது இங்கே இல்லை. இவை அதற்கு நெருக்கமானவை.',
  nothing: 'இதற்கு இங்கே எதுவும் கிடைக்கவில்லை. ஒரு மனநிலை, மொழி, ஊர் அல்லது எழுத்தாளர் பெயரைச் சொல்லிப் பாருங்கள்.',
  away: 'அலமாரி இப்போது பதில் தரவில்லை. ஆர்டர், ஓட்டம், விதிகள் பற்றி உதவ முடியும்.',
  greeting: 'வணக்கம். என்ன படிக்க, கேட்க அல்லது பார்க்க விருப்பம் என்று சொல்லுங்கள்.',
  greetingNamed: 'வணக்கம் {name}. என்ன படிக்க, கேட்க அல்லது பார்க்க விருப்பம் என்று சொல்லுங்கள்.',
  thanks: 'மகிழ்ச்சி. வேறு ஏதாவது வேண்டுமென்றால் சொல்லுங்கள்.',
  help: 'மனநிலை, பொருள், மொழி, நீளம் அல்லது விலையைக் கொண்டு தேடித் தருவேன்; விதிகளைச் சொல்வேன்; ஆர்டரில் உதவுவேன். நான் பணம் வாங்குவதில்லை; நான் ஒரு நிரல், மனிதர் அல்ல.',
  person: '{email} என்ற முகவரிக்கு வரும் எல்லா மடல்களையும் ஒரு மனிதர் படித்து 48 மணி நேரத்தில் பதில் தருவார்.',
  orderVisitor:
    'உள்நுழைந்து profile-இல் Orders-ஐத் திறக்கவும்: எல்லா ஆர்டர்களும் அங்கே இருக்கும். பணம் செலுத்தியும் கிடைக்கவில்லையெனில், ஆர்டர் எண்ணுடன் {email}-க்கு எழுதுங்கள்.',
  orderCounts:
    'உங்கள் ஆர்டர்கள்: {paid} செலுத்தப்பட்டவை, {open} காத்திருப்பவை, {other} ரத்து அல்லது திருப்பியவை. எல்லாம் profile-இன் Orders-இல் உள்ளன. ஏதாவது இல்லையெனில் {email}-க்கு எழுதுங்கள்.',
  orderNone: 'உங்கள் கணக்கில் ஆர்டர் எதுவும் இல்லை. உள்நுழையாமல் வாங்கியிருந்தால், ரசீது எண்ணுடன் {email}-க்கு எழுதுங்கள்.',
  orderAway:
    'இப்போது உங்கள் ஆர்டர்களைப் பார்க்க முடியவில்லை. அவை profile-இன் Orders-இல் உள்ளன. பணம் செலுத்தியிருந்தால் அது பாதுகாப்பாக உள்ளது; ஆர்டர் எண்ணுடன் {email}-க்கு எழுதுங்கள்.',
  library: 'இவை உங்களுடையவை: உங்கள் டிஜிட்டல் நூலகத்தில் {count}.',
  libraryEmpty: 'உங்கள் டிஜிட்டல் நூலகம் இப்போது காலியாக உள்ளது. நீங்கள் வாங்குபவை அங்கே தோன்றும்.',
  libraryVisitor: 'உங்கள் நூலகத்தைப் பார்க்க உள்நுழையுங்கள்: அது உங்களுக்கு மட்டுமே தெரியும்.',
  owned: 'இது ஏற்கனவே உங்களுடையது: உங்கள் டிஜிட்டல் நூலகத்தில் திறக்கவும்.',
  run: 'மெய்நிகர் ஓட்டம் பற்றி:',
  policy: 'எங்கள் விதி ஆங்கிலத்தில் இப்படிச் சொல்கிறது:',
  because: {
    owned: 'இது உங்களுடையது',
    asked: 'நீங்கள் கேட்டது',
    creator: 'படைத்தவர்: {value}',
    tag: 'பொருள்: {value}',
    language: 'மொழி: {value}',
    free: 'எல்லோருக்கும் இலவசம்',
    price: 'நீங்கள் சொன்ன விலைக்குள்',
    rupees: '₹{value}',
    pages: '{value} பக்கங்கள்',
    minutes: '{value} நிமிடங்கள்',
    'same-shelf': 'ஒற்றுமை: {value}',
    text: 'குறிப்பு: {value}',
    read: 'படிக்க',
    listen: 'கேட்க',
    watch: 'பார்க்க',
    featured: 'சிறப்புத் தேர்வு',
  },
  moreAbout: '{interest} பற்றி ஏதாவது?',
  followUps: ['இலவசமாக ஏதாவது?', 'சிறியதாக ஏதாவது?', 'கேட்க ஏதாவது?', 'பணத்தை திரும்பப் பெறுவது எப்படி?'],
};

export const phrasesOne: Readonly<Record<'en' | 'hi' | 'hi-Latn' | 'ta', Phrases>> = {
  en,
  hi,
  'hi-Latn': hiLatn,
  ta,
};
export type PhrasesByLanguage = Readonly<Record<ReplyLanguage, Phrases>>;
