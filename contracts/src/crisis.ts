import { shortCrisisPatterns } from './crisis-short.ts';
import { violencePatterns } from './crisis-violence.ts';

/**
 * Sentences of people in danger (self-harm, violence), by language, as patterns over folded text: lower case, without
 * accents, apostrophes and nukta. They are in the first person, so that books about grief do not match. Editors add
 * phrases in the section `concierge.crisis.phrases`, one in each paragraph.
 */
export const CRISIS_PHRASES_KEY = 'concierge.crisis.phrases';
export const HELPLINES_KEY = 'concierge.helplines';

export const crisisPatterns: readonly RegExp[] = [
  // English
  /\b(kill|killing|hang|hanging|drown|shoot|end|ending|harm|harming|hurt|hurting|cut|cutting|burn|burning|starve|poison|poisoning) (myself|my self)\b/,
  /\b(i|im|ive|id|ill|me)\b((?!\b(books?|films?|movies?|novels?|stor(y|ies)|poems?|poetry|read|watch|documentar(y|ies)|memoirs?|plays?|essays?|magazines?|something|anything|looking for)\b).){0,40}\b(suicidal|suicide|self ?-?harm(ed|ing)?|overdos(e|ed|ing))\b(?! (prevention|awareness|survivors?|squad)\b)/,
  /\bcommit suicide\b|\bsuicidal thoughts\b|\bend(ing)? (my|this) (own )?life\b|\btak(e|ing) my (own )?life\b/,
  /\b(i|im) (just |really |only |still )?(want|wanna|wish|am going|gonna|going|plan|planning|decided|need|ready|think of|thinking of|thinking about|think about) ?(to|i could|i was|i were)? ?(die|dying|be dead|dead|disappear forever|not exist|not wake up|end it( all)?|ending it( all)?|jump(ing)? off|never wake up)\b/,
  /\bi (do not|dont|cant|cannot|can not|no longer) (want to |wish to |even want to )?(live|be alive|exist|wake up|go on living|go on|keep living|be here|keep going|carry on)( anymore| any more| any longer)?$/,
  /\bi (do not|dont) want to (live|be alive|exist|wake up|be here anymore|go on)\b|\bi (can not|cant|cannot) (go on|take it|do this|carry on|live like this|keep going)( living)?( anymore| any more| any longer)\b/,
  /\b(better off|happier) (dead|without me|if i (was|were) (dead|gone))\b|\bwish i (was|were) (dead|never born)\b|\bwish i had never been born\b/,
  /\b(no|any) (reason|point) (for me )?(to live|in living|to go on|in going on|to stay alive)\b|\b(my )?life is(nt| not) worth( living)?\b|\bnothing (left )?to live for\b/,
  /\b(take|took|taken|taking|swallow(ed|ing)?) (all|a lot of|too many|every one of) (of )?(my|the|these|those|sleeping) ?(pills|tablets|medicines?)\b|\btoo many pills\b/,
  /\b(ive|i have|i had) (already )?(cut|hurt|harmed|poisoned) (myself|my wrists?|my arms?)\b|\b(cut|slit|slitting|cutting) my wrists?\b/,
  /\bjump(ing)? (off|from) (a|the|my|this) (bridge|roof|building|balcony|terrace|train|cliff)\b.{0,20}$|\bstand(ing)? on the (bridge|ledge|roof).{0,30}\bjump\b/,
  /\b(he|she|they|my \w+( \w+)?|someone|somebody|people|the police|a man) (is |are |was |were |keeps? |kept |has |have |just |always |will |wants? to |tried to |tries to |threatens? to |threatened to |going to |is going to |are going to )*(beat|beats|beating|beaten|hit|hits|hitting|kill|killing|rape|raped|raping|hurt|hurts|hurting|attack|attacked|attacking|chok(e|es|ed|ing)|stab|stabbed|burn|molest(s|ed|ing)?|abus(e|es|ed|ing)|assault(s|ed|ing)?|threaten(s|ed|ing)?) (me|us)\b/,
  /\b(i|ive|im|i have|i was|i am|i got|i keep) (been |being |getting )?(raped|molested|assaulted|sexually (abused|assaulted)|beaten( up)?|abused|gang ?raped|stalked)\b/,
  /\b(im|i am|i do not feel|i dont feel|im not|i am not) (not )?(safe|in danger)( at home| here| anymore| right now)?\b|\b(locked|lock|locking) me (in|up)\b|\bforc(e|ed|ing) me (to|into) (marry|marriage|conversion)\b|\bafraid (for my life|he will kill|they will kill)\b/,
  // Hindi and Hindi in Latin letters
  /(आत्महत्या|खुदकुशी|सुसाइड).{0,30}(कर|सोच|मन|चाह|विचार|ख्याल|खयाल)|(मर|मरना|मर जाना|मरने|जान देना|जान दे|खुद को मार|खुद को खत्म|अपनी जान|अपने आप को मार|अपने को खत्म).{0,14}(चाहत|चाहूँ|मन|लेना|लूँ|दूँ|दूंगा|दूंगी|वाला हूँ|वाली हूँ|रहा हूँ|रही हूँ|जाऊँ|का ख्याल|की सोच|का मन)/,
  /(जीना|जीने|ज़िंदा रहना|जिंदा रहना).{0,12}(नही|नहीं|मन नही|इच्छा नही|चाहत)|(जिंदगी|जीवन|ज़िंदगी).{0,16}(खत्म कर|समाप्त कर|से थक|बेकार|नहीं चाहिए)|(नस|कलाई|हाथ) काट|खुद को (चोट|नुकसान|काट|जला)|अब और नहीं (सह|जी)|मर (जाऊं|जाऊँ|जाना ही)/,
  /(मुझे|मेरे साथ|मुझको).{0,24}(मारत|मार रह|पीट|मार डाल|जान से मार|बलात्कार|रेप|छेड|धमक|बंद कर)|(पति|पिता|घरवाल|भाई|माँ|परिवार|ससुराल|वो|वह).{0,12}मुझे.{0,14}(मार|पीट|धमक|बंद)|बलात्कार हुआ|मैं (सुरक्षित|महफूज) नही|घर में (मार|हिंसा)/,
  /\b(khudkushi|khud ?kushi|aatma ?hatya|atmahatya|suicide) (kar|karna|karne|karun|karunga|karungi|ka)\b|\b(mar|marna|mar jana|jaan dena|jaan de|khud ko maar|khud ko khatam|apni jaan) (chaht[aie]|jana chaht[aie]|jaun|jaunga|jaungi|lena|lun|lunga|lungi|dena|dunga|dungi|raha hun|rahi hun|ka man|hi)/,
  /\b(jeena|jina|jeene|zinda rehna|jee) .{0,14}(nahi|nahin|nhi|man nahi)\b|\b(zindagi|jindagi) .{0,18}(khatam kar|se thak|bekar|nahi chahiye)|\b(nas|kalai|haath) kaat|\bkhud ko (chot|nuksan|kaat|jala)/,
  /\bmujhe .{0,24}(maart[aie]|maarta|mar raha|maar raha|peet|pitt|maar dal|maar daal|jaan se maar|rape|dhamk|band kar)|\bmera rape\b|\bmere saath (rape|balatkar|zabardasti)|\bmain (safe|surakshit|mehfooz) nahi/,
  // Marathi
  /आत्महत्या.{0,20}(कर|सोच|मन|वाट|विचार|इच्छा)|(जीव द्याय|जीव देण|जीव देत|मराय|मरून जा|मरावंसं|मरण हव|स्वतला संपव|स्वतःला संपव|स्वत ?ला (मार|इजा|जाळ)|स्वतःला (मार|इजा|जाळ|कापू)).{0,30}/,
  /(जगाय|जगणं|जगण्या|जगायचं).{0,16}(नाही|नको|कंटाळ|अर्थ नाही|नकोसं)|(आयुष्य|जीवन).{0,14}(संपव|नको|संपवाय)|(मला|माझ्यावर).{0,26}(मारत|मारतो|मारतात|मारहाण|बलात्कार|धमक|कोंडून|जीवे मार)|मी सुरक्षित नाही|हाताची नस/,
  // Bengali
  /আত্মহত্যা.{0,24}(কর|ভাব|ইচ্ছ|চাই)|(মরে যে?তে|মরতে|মরে যা|মরে যেতে) ?(চাই|ইচ্ছ|মন|ব)|(নিজেকে) (শেষ|মেরে|আঘাত|কাট|পুডি|খুন)|(জীবন|জীবনটা) (শেষ কর|রাখতে চাই না|শেষ)|(বাঁচতে|বেঁচে থাক).{0,14}(চাই না|ইচ্ছ|মানে|পার|না)|হাতের শিরা|শিরা কেটে|গলায দডি/,
  /(আমাকে|আমায|আমার উপর|আমার ওপর).{0,24}(মারে|মারছে|মারধর|মেরে ফেল|পেটা|ধর্ষণ|নির্যাতন|হুমকি|আটকে|অত্যাচার)|ধর্ষিত|আমি নিরাপদ ন/,
  // Tamil
  /தற்கொலை.{0,24}(செய்|பண்ண|எண்ண|நினை|தோண)|(சாக|செத்து ?ப்?போக|செத்துவிட|இறந்துவிட|இறக்க|சாகணும்|உயிரை விட|உயிரை மாய்|உயிரை முடி).{0,14}(வேண்டும்|விரும்ப|ணும்|தோண|போகிற|போறேன்|நினை|ஆசை|லாம்|த்து|க்க)|சாகணும்|செத்துடணும்/,
  /(வாழ|உயிரோடு இருக்க|வாழவே).{0,18}(விரும்பவில்லை|பிடிக்கவில்லை|பிடிக்கல|வேண்டாம்|முடியவில்லை|முடியல|விருப்பமில்லை|ஆசையில்லை|இஷ்டமில்லை)|(என்னை|என்னையே) ?(நானே)? ?(காயப்படுத்|கொன்று|கொல்ல|வெட்டி|அழித்து|முடித்து)|கையை அறுத்து|மணிக்கட்டை|தூக்கு ?(ப்?போட்டு|மாட்டி)/,
  /(என்னை).{0,20}(அடிக்கிற|அடித்த|அடிக்கிறார்|கொல்ல|கொன்று|மிரட்ட|பலாத்கார|வன்கொடுமை|வன்புணர்|பூட்டி|துன்புறுத்|சித்திரவதை)|பாலியல் வன்|நான் பாதுகாப்பாக இல்லை|எனக்கு பாதுகாப்பு இல்லை/,
  // Urdu
  /خود ?کشی.{0,24}(کر|سوچ|ارادہ|خیال|دل)|(مرنا|مر جانا|مر جاؤں|جان دینا|جان دے|خود کو مار|خود کو ختم|اپنی جان|اپنے آپ کو ختم|اپنے آپ کو مار).{0,16}(چاہت|دل|لوں|لینا|دوں|لے|رہا|رہی|ہی|گا|گی|ہے)|مر جاؤں/,
  /(جینا|جینے|زندہ رہنا|زندہ رہنے).{0,14}(نہیں|دل نہیں|نہ|جی نہیں)|(زندگی).{0,16}(ختم کر|سے تھک|بیکار|نہیں چاہیے|سے تنگ)|(نس|کلائی|ہاتھ) کاٹ|خود کو (نقصان|زخم|کاٹ|جلا|تکلیف)/,
  /(مجھے|میرے ساتھ|مجھ پر).{0,24}(مارت|مار رہ|پیٹ|مار ڈال|جان سے مار|زیادتی|ریپ|دھمک|بند کر|تشدد|ظلم)|زیادتی ہوئی|میں محفوظ نہیں/,
  // Malayalam
  /ആത്മഹത്യ.{0,24}(ചെയ്യാൻ|ചെയ്യണം|ചെയ്യും|ചെയ്യുക|തോന്ന|ആലോചി|ചിന്ത)|(മരിക്കാൻ|ചാകാൻ|ചാവാൻ).{0,14}(തോന്ന|ആഗ്രഹി|ആഗ്രഹമുണ്ട്|പോകുക|പോവുക|ആലോചി|തീരുമാനി)|(^| )(എനിക്ക് .{0,10}|എനിക്കിനി )?(മരിക്കണം|ചാകണം|ചാവണം)( |$)|(മരിച്ചാൽ|ചത്താൽ) മതി( |$)|ജീവനൊടുക്ക(ാൻ|ണം|ും|ുക)|(എന്റെ )?ജീവൻ (ഒടുക്ക|കളയ)(ാൻ|ണം|ും)/,
  /(ജീവിക്കാൻ|ജീവിച്ചിരിക്കാൻ).{0,14}(ആഗ്രഹമില്ല|ആഗ്രഹിക്കുന്നില്ല|തോന്നുന്നില്ല|വയ്യ|പറ്റുന്നില്ല|പറ്റില്ല|കഴിയുന്നില്ല|കഴിയില്ല|ഇഷ്ടമില്ല)|(^| )ഇനി ജീവിക്ക(ണ്ട|േണ്ട)|ജീവിച്ചിട്ട് (ഒരു )?(കാര്യമില്ല|അർത്ഥമില്ല|എന്തിന)|(എന്റെ|ഈ) ജീവിതം (അവസാനിപ്പിക്ക|മടുത്തു)|(എന്നെത്തന്നെ|എന്നെ തന്നെ|സ്വയം) .{0,10}(മുറിവേൽപ്പി|മുറിവേല്പി|ഉപദ്രവിക്കാൻ|കൊല്ല|വേദനിപ്പിക്കാൻ|ഇല്ലാതാക്കാൻ)|(കൈത്തണ്ട|കൈഞരമ്പ്|ഞരമ്പ്) മുറി|തൂങ്ങി ?(മരിക്കാൻ|മരിക്കണം|മരിക്കും|ചാകാൻ|ചാവാൻ)/,
  /(^| )(എന്നെ|എന്നെയും|ഞങ്ങളെ) .{0,20}(അടിക്കു|അടിച്ചു|തല്ലു|തല്ലി|കൊല്ലും|കൊല്ലാൻ|കൊല്ലുമെന്ന|ഉപദ്രവിക്കു|ഉപദ്രവിച്ചു|ഭീഷണിപ്പെടുത്ത|ബലാത്സംഗം|പീഡിപ്പിക്കു|പീഡിപ്പിച്ചു|പൂട്ടിയിട്ട|മർദ്ദിക്കു|മർദ്ദിച്ചു|ആക്രമിക്കു|ആക്രമിച്ചു)|ഞാൻ സുരക്ഷിത(നല്ല|യല്ല|ല്ല)|എനിക്ക് സുരക്ഷിതത്വമില്ല|ഞാൻ അപകടത്തിലാണ്/,
  ...shortCrisisPatterns,
  ...violencePatterns,
];

/** Editors replace this list in the section `concierge.helplines`. */
export { defaultHelplines } from './texts/concierge.ts';

export const crisisSentences = {
  en: 'You matter. If you are thinking of hurting yourself, please talk to someone now:',
  hi: 'आप मायने रखते हैं। अगर आप ख़ुद को चोट पहुँचाने की सोच रहे हैं या ख़तरे में हैं, तो कृपया अभी किसी से बात करें:',
  'hi-Latn':
    'Aap maayne rakhte hain. Agar aap khud ko chot pahunchane ki soch rahe hain ya khatre mein hain, to kripya abhi kisi se baat karein:',
  ta: 'நீங்கள் முக்கியமானவர். உங்களைக் காயப்படுத்திக்கொள்ள நினைத்தால் அல்லது ஆபத்தில் இருந்தால், தயவுசெய்து இப்போதே ஒருவரிடம் பேசுங்கள்:',
  bn: 'আপনি গুরুত্বপূর্ণ। নিজেকে আঘাত করার কথা ভাবলে বা বিপদে থাকলে, দয়া করে এখনই কারও সঙ্গে কথা বলুন:',
  mr: 'तुम्ही महत्त्वाचे आहात. स्वतःला इजा करण्याचा विचार येत असेल किंवा तुम्ही धोक्यात असाल, तर कृपया आत्ताच कोणाशी तरी बोला:',
  ur: 'آپ اہم ہیں۔ اگر آپ خود کو نقصان پہنچانے کا سوچ رہے ہیں یا خطرے میں ہیں، تو براہِ کرم ابھی کسی سے بات کریں:',
  ml: 'നിങ്ങൾ പ്രധാനപ്പെട്ട ഒരാളാണ്. സ്വയം മുറിവേൽപ്പിക്കാൻ തോന്നുന്നുണ്ടെങ്കിലോ അപകടത്തിലാണെങ്കിലോ, ദയവായി ഇപ്പോൾത്തന്നെ ആരോടെങ്കിലും സംസാരിക്കൂ:',
} as const;
