/** Words in Latin letters as readers type them, and in their own script: 50 of each of four scripts, with Latin the fifth. */
const pairs = (text: string): [latin: string, own: string][] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]);

export const crossScriptPairs: readonly (readonly [latin: string, own: string])[] = [
  ...pairs(`barsaat=बरसात kahani=कहानी kitab=किताब mohabbat=मोहब्बत zindagi=ज़िंदगी dost=दोस्त rasoi=रसोई chaabi=चाबी
    daakghar=डाकघर almaari=अलमारी khidki=खिड़की savera=सवेरा dopahar=दोपहर baarish=बारिश mausam=मौसम sapna=सपना
    darwaza=दरवाज़ा tasveer=तस्वीर samundar=समुंदर pahaad=पहाड़ nadiya=नदिया chandni=चाँदनी parinda=परिंदा jungle=जंगल
    kagaz=काग़ज़ chitthi=चिट्ठी intezaar=इंतज़ार safar=सफ़र musafir=मुसाफ़िर gulab=गुलाब chameli=चमेली kamal=कमल
    dupatta=दुपट्टा silai=सिलाई machine=मशीन awaaz=आवाज़ sangeet=संगीत tabla=तबला sitar=सितार banaras=बनारस lucknow=लखनऊ
    bhopal=भोपाल jaipur=जयपुर kabutar=कबूतर patang=पतंग dehri=देहरी raasta=रास्ता manzil=मंज़िल bachpan=बचपन jawani=जवानी`),
  ...pairs(`kobita=কবিতা golpo=গল্প chithi=চিঠি bagan=বাগান chhader=ছাদের nodir=নদীর opare=ওপারে janalar=জানালার tramer=ট্রামের
    shesh=শেষ kamalalebur=কমলালেবুর dupur=দুপুর akshar=অক্ষর chilekotha=চিলেকোঠা kolkata=কলকাতা bangla=বাংলা borsha=বর্ষা
    brishti=বৃষ্টি boshonto=বসন্ত shorot=শরৎ akash=আকাশ batash=বাতাস pakhi=পাখি gaan=গান surjo=সূর্য chandro=চন্দ্র tara=তারা
    sagor=সাগর pahar=পাহাড় bondhu=বন্ধু bhalobasha=ভালোবাসা mrittika=মৃত্তিকা ranga=রাঙা shobuj=সবুজ neel=নীল shada=সাদা
    kalo=কালো ghorbari=ঘরবাড়ি uthan=উঠান darja=দরজা poshak=পোশাক tanti=তাঁতি nokshi=নকশি kantha=কাঁথা mela=মেলা
    baul=বাউল ektara=একতারা nouka=নৌকা majhi=মাঝি rupkotha=রূপকথা`),
  ...pairs(`nilavin=நிலவின் niram=நிறம் kadaisi=கடைசி perundhu=பேருந்து thaiyal=தையல் petti=பெட்டி malligai=மல்லிகை kanakku=கணக்கு
    kadal=கடல் ketkirathu=கேட்கிறது kolam=கோலம் varaipadam=வரைபடம் mutram=முற்றம் payanam=பயணம் aridaram=அரிதாரம் kavithai=கவிதை
    kathai=கதை puthagam=புத்தகம் mazhai=மழை kaatru=காற்று maram=மரம் poovin=பூவின் vaanam=வானம் nilam=நிலம் neruppu=நெருப்பு
    thanneer=தண்ணீர் paravai=பறவை kuyil=குயில் mayil=மயில் yaanai=யானை kuthirai=குதிரை veedu=வீடு jannal=ஜன்னல் kathavu=கதவு
    nanban=நண்பன் kaadhal=காதல் kanavu=கனவு ninaivu=நினைவு madurai=மதுரை chennai=சென்னை thanjavur=தஞ்சாவூர் kumbakonam=கும்பகோணம்
    sangam=சங்கம் tamizh=தமிழ் paadal=பாடல் nadanam=நடனம் ezhuthu=எழுத்து kaditham=கடிதம் thozhi=தோழி vizha=விழா`),
  ...pairs(`chiragh=چراغ dareecha=دریچہ rangon=رنگوں mausam=موسم mohabbat=محبت zindagi=زندگی dosti=دوستی kitab=کتاب qalam=قلم
    shayari=شاعری ghazal=غزل nazm=نظم afsana=افسانہ kahani=کہانی safar=سفر manzil=منزل musafir=مسافر darwaza=دروازہ khwab=خواب
    tasveer=تصویر barsaat=برسات bahaar=بہار khizan=خزاں sitara=ستارہ mahtab=مہتاب samandar=سمندر darya=دریا pahaar=پہاڑ
    gulshan=گلشن gulab=گلاب parinda=پرندہ bulbul=بلبل dilli=دلی lucknow=لکھنؤ hyderabad=حیدرآباد karachi=کراچی lahore=لاہور
    kabutar=کبوتر patang=پتنگ dastak=دستک intezar=انتظار muskan=مسکان ansoo=آنسو aftab=آفتاب subah=صبح shaam=شام raat=رات
    zameen=زمین asman=آسمان mitti=مٹی`),
];
