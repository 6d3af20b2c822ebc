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
      /who (can|could|will) see|see what i (read|buy|own)|is it private|anyone (see|know) what|कौन देख|kaun dekh|யார் பார்க்க|কে দেখতে|कोण पाह|کون دیکھ|ആർക്ക\S* (\S+ )?കാണ|ആര\S* കാണു/u,
  },
  {
    key: 'faq.body',
    query: 'share phone computer discreet',
    pattern: /discreet|share (my|a) (phone|computer|laptop)|hide .*(history|tab)|quick exit/u,
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
      /offline|without (a |an )?(internet|connection)|बिना इंटरनेट|இணையம் இல்லாமல்|অফলাইন|آف لائن|ഓഫ്ലൈൻ|ഇന്റർനെറ്റ് ?ഇല്ലാതെ|ഇന്റർനെറ്റില്ലാതെ/u,
  },
  {
    key: 'faq.body',
    query: 'how can I pay UPI card',
    pattern:
      /\bhow (can|do) i pay\b|\bupi\b|pay (by|with)|payment methods?|net banking|भुगतान कैसे|भुगतान के तरीके|எப்படி பணம் செலுத்த|পেমেন্ট কীভাবে|ادائیگی کیسے|എങ്ങനെ (പണം )?(അടയ്ക്ക|അടക്ക|നൽക)|പണം എങ്ങനെ (അടയ്ക്ക|അടക്ക|നൽക)/u,
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
      /(what|how much).*\b(share|royalt\w*|earn|percent)\b|\broyalt(y|ies)\b|authors? (get|earn|paid)|रॉयल्टी|ராயல்டி|রয্যালটি|رائلٹی|റോയൽറ്റി/u,
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
      /how old|age (limit|of)|minimum age|under 18|guardian|उम्र|வயது வரம்பு|বযস কত|عمر کی|പ്രായപരിധി|എത്ര വയസ്സ/u,
  },
  {
    key: 'librarypolicy.body',
    query: 'quote excerpts words',
    pattern: /\b(quote|excerpts?|cite|citation)\b/u,
  },
  {
    key: 'librarypolicy.body',
    query: 'not allowed copy print',
    pattern: /\b(copy|print|share) (a|the|my|whole)? ?(book|books|works?|file|pdf)\b|download .*pdf/u,
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
];
