/** Topics of policies and questions: how readers ask, and where and by which words the passage is found. */
export type PolicyTopic = {
  /** Key of the text (`contracts/src/texts`). */
  readonly key: string;
  /** Words of the passage, in English as the texts are. */
  readonly query: string;
  readonly pattern: RegExp;
};

export const policyTopics: readonly PolicyTopic[] = [
  {
    key: 'about.hero.description',
    query: 'about',
    pattern:
      /^(what|who) is this (site|press|shop|place)\b|\bwho (runs|owns|made|started|is behind) (this|it)\b/u,
  },
  {
    key: 'faq.body',
    query: 'forgot my password',
    pattern:
      /(forgot|forget|forgotten|lost|reset)\b.{0,12}\bpassword|password .*(forgot|lost|reset)|\b(cant|cannot|can not) (log|sign) ?in\b|password (bhool|yaad)|पासवर्ड (भूल|याद|विसर)|கடவுச்சொல்\S* (மற|நினைவ)|পাসওয়ার্ড (ভুল|মনে)|پاس ?ورڈ (بھول|یاد)|(പാസ്വേഡ|പാസ്‌വേഡ്|പാസ്വേർഡ)\S* മറ/u,
  },
  {
    key: 'faq.body',
    query: 'change my email',
    pattern:
      /\b(change|update|new|wrong) (my )?(e-?mail|mail address)|ईमेल (बदल|पता बदल)|email badal|மின்னஞ்சல்\S* மாற்ற|ইমেল (বদল|পরিবর্তন)|ای ?میل (بدل|تبدیل)|ഇമെയി\S* മാറ്റ/u,
  },
  {
    key: 'faq.body',
    query: 'give a title to somebody',
    pattern:
      /how .*\bgifts?\b|gift (cards?|codes?|vouchers?|certificates?)|\bredeem\b|^(can|could|may|how)\b.*\b(give|send|gift|buy)\b.*\b(to|for)\b .*\b(friend|somebody|someone|sister|brother|partner|mother|father|else)\b|उपहार (कैसे|में दे)|gift kaise|பரிசாக\S* (கொடு|அனுப்ப)|উপহার (কীভাবে|কিভাবে|দিতে)|تحفہ (کیسے|دے)|സമ്മാന\S* (എങ്ങനെ|നൽക|കൊടുക്ക)|भेट (कशी|म्हणून)/u,
  },
  {
    key: 'faq.body',
    query: 'where is my name shown',
    pattern:
      /\bmy (real |own )?name\b.*\b(shown?|appears?|visible|seen|displayed|public|printed|listed)|\b(where|who)\b.*\b(my name|sees? my name)\b|\b(show|display|publish) my name|mera naam .*(dikh|kahan)|मेरा नाम .*(दिख|नजर|छप)|என் பெயர்\S* .*(தெரி|காட்ட|எங்கே)|আমার নাম .*(দেখা|কোথা)|میرا نام .*(نظر|دکھ|کہاں)|എന്റെ പേര\S* .*(കാണ|എവിടെ)|माझ\S* नाव .*(दिस|कुठे)/u,
  },
  {
    key: 'faq.body',
    query: 'bank statement say',
    pattern:
      /\b(what|how) .*\b(e-?mails?|mails?|messages?)\b.*\b(say|show|look)|subject line|\binbox\b|ईमेल में क्या (लिखा|दिख)|மின்னஞ்சலில் என்ன|ইমেলে কী|ای ?میل میں کیا/u,
  },
  {
    key: 'faq.body',
    query: 'have an app or printed books',
    pattern:
      /\b(an|your|the|android|ios|iphone|mobile|phone) app\b|play store|app ?store|\bapp icon\b|home ?screen|\binstall\b|(ऐप|ऍप|ॲप) (है|आहे|कहाँ)|ஆப் இருக்|অ্যাপ (আছে|কোথা)|ایپ (ہے|کہاں)|ആപ്പ\S* ഉണ്ട/u,
  },
  {
    key: 'faq.body',
    query: 'have an app or printed books',
    pattern:
      /\b(paper ?backs?|(printed|paper|physical) (books?|cop(y|ies))|hard ?(copy|copies|covers?))\b|\byou (ship|deliver|courier|post)\b|(छपी|कागज) .*किताब|அச்சு\S* (புத்தக|நூல)|ছাপা বই|چھپی .*کتاب|അച്ചടിച്ച പുസ്തക|छापील पुस्तक/u,
  },
  {
    key: 'refunds.body',
    query: 'digital titles refund money back',
    pattern:
      /\brefunds?\b|money back|\breturn (a|the|my|an)\b|paise wapas|पैसे (वापस|वापिस|परत)|रिफंड|பணத்தை திரும்ப|ரீஃபண்ட்|টাকা ফেরত|রিফান্ড|پیسے واپس|ریفنڈ|പണം (തിരികെ|തിരിച്ച|മടക്ക)|റീഫണ്ട/u,
  },
  {
    key: 'faq.body',
    query: 'bank statement say',
    pattern:
      /bank statement|statement (say|show)|बैंक स्टेटमेंट|bank .*(dikh|show)|வங்கி அறிக்கை|ব্যাংক স্টেটমেন্ট|بینک اسٹیٹمنٹ|ബാങ്ക് സ്റ്റേറ്റ്മെന്റ/u,
  },
  {
    key: 'faq.body',
    query: 'who can see what I read',
    pattern:
      /who (can|could|will) see|see what i (read|buy|own)|is it private|anyone (see|know) what|^(will|would|can|could|do|does|what if) (my )?(family|parents?|mother|father|mum|mom|dad|husband|wife|partner|flatmates?|boss|colleagues?|anyone|anybody|someone|somebody|people|others?)\b.{0,20}\b(see|know|find out|notice|tell)\b.*\b(i|my|me)\b|(कोई|दूसरे|घरवाले|लोग) .*देख सक|மற்றவர்\S* .*பார்க்க|অন্য\S* .*দেখতে|دوسرے .*دیکھ|മറ്റുള്ളവർ\S* .*കാണ|कौन देख|kaun dekh|யார் பார்க்க|কে দেখতে|कोण पाह|کون دیکھ|ആർക്ക\S* (\S+ )?കാണ|ആര\S* കാണു/u,
  },
  {
    key: 'faq.body',
    query: 'share phone computer discreet',
    pattern:
      /discreet|share (my|a) (phone|computer|laptop)|hide .*(history|tab)|(browser|browsing|search) history|uses? (this|my|the same) (phone|computer|laptop)|quick exit|(फोन|मोबाइल) .*(साझा|कोई और)|ஒரே (போன்|கைபேசி)/u,
  },
  {
    key: 'faq.body',
    query: 'legal name',
    pattern:
      /legal name|real name|pen name to (buy|register)|असली नाम|আসল নাম|اصلی نام|(യഥാർത്ഥ|യഥാർഥ|ഔദ്യോഗിക) പേര/u,
  },
  {
    key: 'faq.body',
    query: 'delete my account',
    pattern:
      /delete (my |the )?(account|profile|data)|खाता (हटा|बंद|मिटा)|கணக்கை நீக்க|অ্যাকাউন্ট মুছ|اکاؤنٹ (حذف|ختم)|അക്കൗണ്ട് (ഇല്ലാതാക്ക|ഡിലീറ്റ|നീക്ക)/u,
  },
  {
    key: 'faq.body',
    query: 'read without a connection offline',
    pattern:
      /offline|without (a |an |any )?(internet|connection|network|signal)|keep .*\bon (my|this|the) (device|phone)|बिना इंटरनेट|இணையம் இல்லாமல்|অফলাইন|آف لائن|ഓഫ്ലൈൻ|ഇന്റർനെറ്റ് ?ഇല്ലാതെ|ഇന്റർനെറ്റില്ലാതെ/u,
  },
  {
    key: 'faq.body',
    query: 'how can I pay UPI card',
    pattern:
      /\bhow (can|do) i pay\b|\bupi\b|pay (by|with)|payment methods?|net banking|\b(outside|from abroad|not in) india\b|(foreign|international) (credit |debit )?card|भुगतान कैसे|भुगतान के तरीके|எப்படி பணம் செலுத்த|পেমেন্ট কীভাবে|ادائیگی کیسے|എങ്ങനെ (പണം )?(അടയ്ക്ക|അടക്ക|നൽക)|പണം എങ്ങനെ (അടയ്ക്ക|അടക്ക|നൽക)/u,
  },
  {
    key: 'faq.body',
    query: 'try a title before buy sample',
    pattern: /\b(sample|preview|try)\b.*\b(before|title|book|buy)|free sample|नमूना|முன்னோட்ட/u,
  },
  {
    key: 'faq.body',
    query: 'how do I read a book that I bought',
    pattern:
      /how (do|can) i (read|open|hear|watch) (a|the|my) .*(bought|purchased)|where .*my library|where are my (books|purchases)|खरीदी हुई किताब/u,
  },
  {
    key: 'faq.body',
    query: 'which languages publish',
    pattern: /which languages|what languages|कौन सी भाषा|எந்த மொழி|কোন ভাষা|کون سی زبان|ഏത\S* ഭാഷ/u,
  },
  {
    key: 'faq.body',
    query: 'send you my work',
    pattern:
      /(submit|send|publish) (you )?(my|a) (work|manuscript|book|story|film|poems?)|मेरी किताब (छाप|प्रकाशित)|என் (புத்தக|கதை)\S* வெளியிட|আমার (বই|লেখা) প্রকাশ|میری کتاب (چھاپ|شائع)|എന്റെ (പുസ്തക|കഥ|രചന)\S* പ്രസിദ്ധീകരി/u,
  },
  {
    key: 'faq.body',
    query: 'newsletter how often',
    pattern: /how often .*newsletter|newsletter .*(often|sender|stop|leave|unsubscribe)|unsubscribe/u,
  },
  {
    key: 'faq.body',
    query: 'support you give',
    pattern: /(donate|donation|contribute|support you|give money)|दान|நன்கொடை|দান কর|عطیہ|സംഭാവന/u,
  },
  {
    key: 'creatorpolicy.body',
    query: 'what you earn share percent',
    pattern:
      /(what|how much).*\b(share|royalt\w*|earn|percent)\b|\broyalt(y|ies)\b|authors? (get|earn|paid)|you pay (the )?(authors?|writers?|creators?|artists?)|रॉयल्टी|ராயல்டி|রয্যালটি|رائلٹی|റോയൽറ്റി/u,
  },
  {
    key: 'creatorpolicy.body',
    query: 'leaving take a work down notice',
    pattern: /take (down|off|back) (my|a) (work|book)|withdraw my (work|book)|notice .*removal/u,
  },
  {
    key: 'creatorpolicy.body',
    query: 'loans period',
    pattern: /loan period|how long .*(loan|lend)|how (can|do) i borrow/u,
  },
  {
    key: 'librarypolicy.body',
    query: 'who may use the library age',
    pattern:
      /how old|\bage (limit|of)|minimum age|under 18|guardian|उम्र|வயது வரம்பு|বযস কত|عمر کی|പ്രായപരിധി|എത്ര വയസ്സ/u,
  },
  {
    key: 'librarypolicy.body',
    query: 'quote excerpts words',
    pattern: /\b(quote|excerpts?|cite|citation)\b/u,
  },
  {
    key: 'faq.body',
    query: 'download what I bought',
    pattern: /\bdownload\b(?!.*\bmy data\b)|डाउनलोड|பதிவிறக்க|ডাউনলোড|ڈاؤن لوڈ|ഡൗൺലോഡ/u,
  },
  {
    key: 'librarypolicy.body',
    query: 'not allowed copy print',
    pattern: /\b(copy|print|share) (a|the|my|whole)? ?(book|books|works?|file|pdf)\b/u,
  },
  { key: 'privacy.body', query: 'how long we keep', pattern: /how long .*(keep|store|retain)|retention/u },
  {
    key: 'privacy.body',
    query: 'what we keep account',
    pattern:
      /\bprivacy\b|my data|personal data|what do you (keep|store|know)|cookies?\b|track(ing|ers?)|गोपनीयता|निजता|தனியுரிமை|গোপনীযতা|رازداری|സ്വകാര്യത/u,
  },
  {
    key: 'terms.body',
    query: 'what you buy licence',
    pattern: /\bterms\b|licen[cs]e|can i (lend|sell|resell)|नियम और शर्त/u,
  },
  { key: 'crowdfunding.body', query: 'fee backers owners', pattern: /crowdfund\w*|backers?|campaign/u },
  {
    // what no text answers, unless the editors write about it
    key: 'faq.body',
    query: 'logging opening playing pronouns notifications discounts',
    pattern:
      /\b(does|do|will|did)( not|nt) (open|play|load|work|start)\b|\b(how|can|where) (do |can )?i\b.*\b(log ?out|change my (name|pronouns|phone|number)|(write|delete|edit|change) (a|my) review|notifications?)\b|\b(discounts?|coupons?|promo codes?)\b|\bis (this|the|your) (site|page|website|shop) safe\b/u,
  },
];
