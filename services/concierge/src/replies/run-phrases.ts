import type { ReplyLanguage } from '../language/reader-language.rules.ts';

/** Sentences about the run. `{...}` are facts of virtual-run. */
export type RunPhrases = Readonly<
  Record<'dates' | 'open' | 'openInPhase' | 'opensOn' | 'closed' | 'fee' | 'hours' | 'none' | 'away', string>
>;

export const runPhrases: Readonly<Record<ReplyLanguage, RunPhrases>> = {
  en: {
    dates: '{title}: run, walk, cycle or wheel wherever you are, from {from} to {to}.',
    open: 'Registration is open until {until}.',
    openInPhase: 'Registration is open until {until}; the present phase is {phase}.',
    opensOn: 'Registration opens on {from} and closes at the end of {until}.',
    closed: 'Registration closed at the end of {until}.',
    fee: 'It costs between ₹{min} and ₹{max}, as you choose.',
    hours: 'You have {hours} hours to finish.',
    none: 'There is no run at the moment. The page of the run says when there is one again.',
    away: 'I cannot read its dates and fees right now. The page of the run has them.',
  },
  hi: {
    dates: '{title}: जहाँ हैं वहीं दौड़ें, चलें, साइकिल या पहिये पर, {from} से {to} तक।',
    open: 'पंजीकरण {until} तक खुला है।',
    openInPhase: 'पंजीकरण {until} तक खुला है; अभी का चरण {phase} है।',
    opensOn: 'पंजीकरण {from} को खुलेगा और {until} तक चलेगा।',
    closed: 'पंजीकरण {until} को बंद हो गया।',
    fee: 'शुल्क ₹{min} से ₹{max} के बीच, जितना आप चुनें।',
    hours: 'पूरा करने के लिए {hours} घंटे हैं।',
    none: 'अभी कोई दौड़ नहीं है। अगली की तारीख़ दौड़ के पन्ने पर आएगी।',
    away: 'अभी उसकी तारीख़ें और शुल्क नहीं पढ़ पा रहा। वे दौड़ के पन्ने पर हैं।',
  },
  'hi-Latn': {
    dates: '{title}: jahan hain wahin daudein, chalein, cycle ya pahiye par, {from} se {to} tak.',
    open: 'Registration {until} tak khula hai.',
    openInPhase: 'Registration {until} tak khula hai; abhi ka phase {phase} hai.',
    opensOn: 'Registration {from} ko khulega aur {until} tak chalega.',
    closed: 'Registration {until} ko band ho gaya.',
    fee: 'Fee ₹{min} se ₹{max} ke beech, jitna aap chunein.',
    hours: 'Poora karne ke liye {hours} ghante hain.',
    none: 'Abhi koi run nahi hai. Agle ki tareekh run ke page par aayegi.',
    away: 'Abhi uski tareekhein aur fee nahi padh pa raha. Woh run ke page par hain.',
  },
  ta: {
    dates:
      '{title}: நீங்கள் இருக்கும் இடத்திலேயே ஓடலாம், நடக்கலாம், மிதிவண்டி அல்லது சக்கரத்தில் செல்லலாம்; {from} முதல் {to} வரை.',
    open: 'பதிவு {until} வரை திறந்திருக்கும்.',
    openInPhase: 'பதிவு {until} வரை திறந்திருக்கும்; இப்போதைய கட்டம் {phase}.',
    opensOn: 'பதிவு {from} அன்று தொடங்கி {until} வரை இருக்கும்.',
    closed: 'பதிவு {until} அன்று முடிந்தது.',
    fee: 'கட்டணம் ₹{min} முதல் ₹{max} வரை, நீங்கள் தேர்வது.',
    hours: 'முடிக்க {hours} மணி நேரம் உண்டு.',
    none: 'இப்போது ஓட்டம் எதுவும் இல்லை. அடுத்தது எப்போது என்று ஓட்டத்தின் பக்கம் சொல்லும்.',
    away: 'இப்போது அதன் தேதிகளையும் கட்டணத்தையும் படிக்க முடியவில்லை. அவை ஓட்டத்தின் பக்கத்தில் உள்ளன.',
  },
  bn: {
    dates: '{title}: যেখানে আছেন সেখানেই দৌড়ান, হাঁটুন, সাইকেল বা চাকায় চলুন, {from} থেকে {to} পর্যন্ত।',
    open: 'নিবন্ধন {until} পর্যন্ত খোলা।',
    openInPhase: 'নিবন্ধন {until} পর্যন্ত খোলা; এখনকার পর্ব {phase}।',
    opensOn: 'নিবন্ধন {from} তারিখে খুলবে, চলবে {until} পর্যন্ত।',
    closed: 'নিবন্ধন {until} তারিখে বন্ধ হয়েছে।',
    fee: 'ফি ₹{min} থেকে ₹{max}-এর মধ্যে, আপনি যা বেছে নেন।',
    hours: 'শেষ করতে {hours} ঘণ্টা সময়।',
    none: 'এখন কোনো দৌড় নেই। পরেরটি কবে, দৌড়ের পাতায় থাকবে।',
    away: 'এখন তার তারিখ আর ফি পড়তে পারছি না। সেগুলো দৌড়ের পাতায় আছে।',
  },
  mr: {
    dates: '{title}: जिथे आहात तिथेच धावा, चाला, सायकल किंवा चाकावर या, {from} ते {to}.',
    open: 'नोंदणी {until} पर्यंत खुली आहे.',
    openInPhase: 'नोंदणी {until} पर्यंत खुली आहे; सध्याचा टप्पा {phase}.',
    opensOn: 'नोंदणी {from} ला सुरू होईल आणि {until} पर्यंत चालेल.',
    closed: 'नोंदणी {until} ला बंद झाली.',
    fee: 'शुल्क ₹{min} ते ₹{max}, तुम्ही निवडाल तेवढं.',
    hours: 'पूर्ण करायला {hours} तास आहेत.',
    none: 'सध्या धावण्याचा उपक्रम नाही. पुढचा कधी ते त्याच्या पानावर कळेल.',
    away: 'सध्या त्याच्या तारखा आणि शुल्क वाचता येत नाही. ते त्याच्या पानावर आहेत.',
  },
  ur: {
    dates: '{title}: جہاں ہیں وہیں دوڑیے، چلیے، سائیکل یا پہیے پر، {from} سے {to} تک۔',
    open: 'اندراج {until} تک کھلا ہے۔',
    openInPhase: 'اندراج {until} تک کھلا ہے؛ اس وقت کا مرحلہ {phase} ہے۔',
    opensOn: 'اندراج {from} کو کھلے گا اور {until} تک رہے گا۔',
    closed: 'اندراج {until} کو بند ہو گیا۔',
    fee: 'فیس ₹{min} سے ₹{max} کے درمیان، جتنی آپ چنیں۔',
    hours: 'پورا کرنے کے لیے {hours} گھنٹے ہیں۔',
    none: 'اس وقت کوئی دوڑ نہیں۔ اگلی کب ہے، دوڑ کے صفحے پر ہوگا۔',
    away: 'اس وقت اس کی تاریخیں اور فیس نہیں پڑھ پا رہا۔ وہ دوڑ کے صفحے پر ہیں۔',
  },
};
