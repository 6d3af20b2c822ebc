import { malayalamForms, malayalamStopWords } from './malayalam.rules.ts';

/**
 * What readers ask for, in their words, and the words by which items are indexed (tags, genres and descriptions are in
 * English). Forms in scripts without capitals also match words that begin with them.
 */
export type Concept = { readonly terms: string; readonly forms: string };

const written: readonly Concept[] = [
  {
    terms: 'rain monsoon umbrella storm',
    forms:
      'rain rainy monsoon umbrella बारिश बरसात पाऊस पावस छाता barish baarish barsat barsaat மழை বৃষ্টি বর্ষা بارش برسات',
  },
  {
    terms: 'love romance loved',
    forms:
      'love romance romantic loving relationship प्रेम प्यार मोहब्बत मुहब्बत pyar pyaar mohabbat ishq காதல் প্রেম ভালোবাস محبت عشق پیار',
  },
  { terms: 'first love', forms: 'crush' },
  {
    terms: 'men gay',
    forms: 'men man gay boys boyfriend mlm achillean मर्द पुरुष आदमी लड़के mard ஆண்கள் பুরুষ পুরুষ مرد',
  },
  {
    terms: 'women lesbian',
    forms:
      'women woman lesbian lesbians sapphic girls girlfriend wlw औरत महिला बाई बायक स्त्री लड़कियां aurat பெண்கள் পেন নারী মেয়ে عورت خواتین',
  },
  {
    terms: 'trans lives name',
    forms: 'trans transgender transition ट्रांस திருநங்கை திருநம்பி ট্রান্স রূপান্তর ٹرانس',
  },
  { terms: 'hijra', forms: 'hijra kinnar हिजड़ा हिजडा किन्नर तृतीयपंथ হিজড়া ہجڑا خواجہ' },
  { terms: 'non-binary', forms: 'nonbinary enby genderqueer binary अबाइनरी' },
  {
    terms: 'elders ageing old retired',
    forms:
      'old older elder elders ageing aging elderly retired बूढ़े बुज़ुर्ग बुजुर्ग वृद्ध முதிய முதியவர் বৃদ্ধ বয়স্ক بوڑھ بزرگ',
  },
  {
    terms: 'family families parents',
    forms: 'family families parents relatives परिवार घरवाले कुटुंब parivar குடும்ப পরিবার خاندان گھرانے',
  },
  { terms: 'chosen family', forms: 'chosen' },
  { terms: 'mother mothers', forms: 'mother mothers mum mom mummy amma maa माँ मां आई அம்மா தாய் মা মায়ের ماں امی' },
  {
    terms: 'grandmother grandmothers',
    forms: 'grandmother grandmothers granny grandma दादी नानी आजी dadi nani aaji பாட்டி ঠাকুমা দিদিমা دادی نانی',
  },
  { terms: 'father', forms: 'father dad papa पिता बाबा அப்பா বাবা والد ابا' },
  {
    terms: 'letters',
    forms: 'letter letters epistolary correspondence चिट्ठी चिट्ठि ख़त खत पत्र chitthi khat கடித চিঠি خط چٹھی',
  },
  {
    terms: 'food recipes kitchen kitchens',
    forms:
      'food recipe recipes cookbook cookbooks cooking kitchen kitchens eat खाना रसोई व्यंजन स्वयंपाक khana khaana rasoi உணவு சமையல் রান্না খাবার کھانا رسوئی باورچی',
  },
  {
    terms: 'clothes tailor tailors cloth',
    forms:
      'clothes clothing fashion garment garments tailor tailors sewing कपड़ दर्ज़ी दर्जी सिलाई शिंपी kapde darzi darji silai உடை தையல் কাপড় দর্জি کپڑ درزی سلائی',
  },
  { terms: 'cloth dyer indigo', forms: 'cloth dye dyeing dyer fabric textile textiles indigo' },
  {
    terms: 'train trains railways railway',
    forms: 'train trains railway railways ट्रेन रेल रेलगाड़ी ரயில் ট্রেন রেল ٹرین ریل',
  },
  { terms: 'tram trams', forms: 'tram trams ट्राम ট্রাম ٹرام' },
  { terms: 'bus road', forms: 'bus buses road बस पेरुंदु பேருந்து பஸ் বাস بس' },
  { terms: 'driver bus', forms: 'driver drivers चालक ஓட்டுநர் চালক ڈرائیور' },
  { terms: 'sea beach', forms: 'sea ocean beach समुद्र सागर समुद्रकिनार कடல் கடல் সমুদ্র সাগর سمندر' },
  { terms: 'river ferry', forms: 'river rivers ferry boat नदी दरिया nadi ஆறு நதி নদী دریا ندی' },
  { terms: 'mountains hills', forms: 'mountain mountains hill hills पहाड़ डोंगर pahad மலை পাহাড় পাহাড় پہاڑ' },
  {
    terms: 'gardens garden nature',
    forms: 'garden gardens gardening plants बाग बगीचा बागवानी bagicha தோட்ட বাগান باغ',
  },
  { terms: 'kites kite', forms: 'kite kites पतंग patang பட்டம் ঘুড়ি ঘুড়ি پتنگ' },
  { terms: 'city', forms: 'city cities urban शहर shehar நகர শহর شہر' },
  { terms: 'roof summer', forms: 'roof rooftop terrace छत गच्ची chhat chat மொட்டைமாடி ছাদ চাদ چھت' },
  { terms: 'work', forms: 'work job jobs labour office working काम नौकरी kaam வேலை কাজ চাকরি کام نوکری' },
  {
    terms: 'grief death',
    forms:
      'sad grief grieving loss mourning cry death दुख ग़म उदास शोक dukh udaas சோக துக்க দুঃখ শোক غم اداس دکھ',
  },
  {
    terms: 'comedy funny comic wit',
    forms:
      'funny comedy comic humour humor laugh light मज़ेदार हास्य विनोदी mazedar hasya நகைச்சுவை মজার হাসির مزاحیہ ہنس',
  },
  {
    terms: 'tenderness gentle warm softly',
    forms:
      'gentle tender warm cosy cozy comforting comfort soft kind calm hopeful सुकून कोमल sukoon மென்மை শান্ত কোমল نرم سکون',
  },
  {
    terms: 'friendship friends',
    forms: 'friend friends friendship दोस्त दोस्ती मैत्री dost dosti நட்பு நண்பர் বন্ধু دوست',
  },
  {
    terms: 'history archive archives historical',
    forms: 'history historical archive archives past nineties eighties इतिहास itihaas வரலாறு ইতিহাস تاریخ',
  },
  { terms: 'archives letters typed', forms: 'nineties zine zines' },
  {
    terms: 'poetry poems',
    forms:
      'poem poems poetry verse nazm nazms कविता कवित शायरी kavita shayari kavithai கவிதை কবিতা شاعری نظم غزل',
  },
  { terms: 'stories', forms: 'anthology कथा லघुकथा ছোটগল্প சிறுகதை افسان' },
  {
    terms: 'novella fiction novel',
    forms: 'novel novels novella fiction उपन्यास कादंबरी upanyas நாவல் উপন্যাস ناول',
  },
  {
    terms: 'memoir',
    forms: 'memoir memoirs autobiography biography आत्मकथा आठवणी சுயசரிதை আত্মজীবনী স্মৃতিকথা سوانح یادیں',
  },
  { terms: 'essays', forms: 'essay essays nonfiction निबंध கட்டுரை প্রবন্ধ مضمون' },
  { terms: 'theatre', forms: 'theatre theater drama stage नाटक रंगमंच நாடகம் নাটক ڈراما' },
  { terms: 'sport kabaddi', forms: 'sport sports kabaddi game खेल कबड्डी क्रीडा விளையாட்டு কাবাডি খেলা کھیل' },
  {
    terms: 'hospital nurse',
    forms: 'nurse nurses hospital doctor नर्स अस्पताल செவிலியர் நர்ஸ் নার্স হাসপাতাল نرس ہسپتال',
  },
  {
    terms: 'school teacher teachers',
    forms: 'school teacher teachers शिक्षक स्कूल शाळा பள்ளி ஆசிரியர் শিক্ষক স্কুল استاد اسکول',
  },
  { terms: 'paperwork affidavit name', forms: 'paperwork documents legal affidavit' },
  { terms: 'dance song', forms: 'dance dancing music song नाच गाना संगीत நடனம் இசை নাচ গান ناچ گانا' },
  { terms: 'craft', forms: 'craft crafts handmade शिल्प कारीगरी' },
  { terms: 'night', forms: 'night रात raat இரவு রাত رات' },
  { terms: 'neighbours', forms: 'neighbour neighbours neighbor neighbors पड़ोसी शेजारी' },
  { terms: 'diaspora', forms: 'diaspora abroad emigrant nri' },
  { terms: 'Kolkata', forms: 'kolkata calcutta कोलकाता कलकत्ता কলকাতা کولکتہ' },
  { terms: 'Lucknow', forms: 'lucknow लखनऊ লখনউ لکھنؤ لکھنو' },
  { terms: 'Pune', forms: 'pune poona पुणे पुण्य' },
  { terms: 'Mumbai', forms: 'mumbai bombay मुंबई मुम्बई मुंबइ' },
  { terms: 'Delhi', forms: 'delhi दिल्ली دہلی' },
  { terms: 'Goa', forms: 'goa गोवा' },
  { terms: 'Bengaluru Bangalore', forms: 'bengaluru bangalore' },
  { terms: 'Kerala', forms: 'kerala kochi केरल' },
  { terms: 'Madurai', forms: 'madurai மதுரை' },
  { terms: 'Hyderabad', forms: 'hyderabad हैदराबाद حیدرآباد' },
];

export const concepts: readonly Concept[] = written.map(({ terms, forms }) => ({
  terms,
  forms: `${forms} ${malayalamForms[terms] ?? ''}`,
}));

/** Words that carry no wish, by language, in Latin and other scripts. */
export const stopWords = new Set(
  `a an the i me my we surprise bored feel feeling im thing things stuff near joke you your it its is are was were be been do does did have has had can could would will should want
   wants like liked love? to of in on at by for from with about into over under and or but not no so if then than that
   this these those there here what which who whom whose where when why how any anything some something someone one all
   please show give find tell recommend suggest looking look need get got read reading watch listen hear see know books
   book ebook ebooks film films movie movies story stories item items title titles tonight today now next next? just very
   really more most few lot also too up out around set themselves himself herself told myself loves u ur plz pls hi hey
   between two three kind sort type good great best nice new more rupees rupee rs inr price cost costs cheap cheapest
   free short long small available set written writing write author authors writer by named called after as them
   कोई कुछ है हैं हो का की के को में से पर और या भी मुझे मैं मेरा मेरी मेरे हम आप क्या कौन कहाँ कैसे कब क्यों दिखाओ दिखाइए बताओ बताइए चाहिए
   वाला वाली वाले जैसा जैसी जैसे बारे लिए पढ़ पढ़ना पढ़ने सुनने सुनना देखना देखने सकते किताब किताबें पुस्तक कहानी कहानियाँ रुपये रुपए कम दो एक तीन
   accha achha achchha acchi अच्छा अच्छी अच्छे koi kuch kuchh hai hain ho ka ki ke ko mein me se par aur ya bhi mujhe main mera meri mere hum aap kya kaun kahan kaise
   dikhao batao chahiye wala wali wale jaisa jaisi jaise bare liye padhna sunna kitab kitaab kitabein kahani kahaani do ek
   kam rupaye er moto boi niye madhiri vera oru enna patri ondru
   आहे आहेत काय मला माझं माझा माझी कोण कुठे कसं कशी वर ची चा चे च्या आणि गोष्ट ऐकायची वाचायची पाहिजे हवं हवी पेक्षा कमी किंमत किमतीचं पुस्तकं
   என் ஒரு என்ன எங்கே பற்றி பற்றிய கதை கதைகள் புத்தகம் புத்தகங்கள் படம் கேட்க படிக்க வேண்டும் இருக்கிறது இருக்கு வாழ்க்கை ரூபாய்
   কোনো কিছু কী কে কোথায় আমার আমি নিয়ে বই গল্প ছবি চাই পড়তে শুনতে দেখতে দুই এক জীবনের টাকা টাকার কমে মতো পড়া যায়
   کوئی کچھ ہے ہیں کا کی کے کو میں سے پر اور یا بھی مجھے میرا میری کیا کون کہاں کیسے کتاب کتابیں کہانی دو ایک سکتے پڑھ سو روپے کم`
    .replaceAll('?', '')
    .split(/\s+/)
    .concat(malayalamStopWords)
    .map((word) => word.normalize('NFC')),
);
