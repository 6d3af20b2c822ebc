/**
 * Threats towards others, violence by groups, and messages that are one bare word, as patterns over folded text (see
 * `crisis.ts`). A threat has a person as its object and stands in the first person: stories are told in the third.
 */
const KIN =
  'boss|husband|wife|partner|boyfriend|girlfriend|lover|ex|father|mother|dad|mum|mom|parents?|brothers?|sisters?|sons?|daughters?|child|children|kids?|baby|uncles?|aunts?|family|in laws|cousins?|neighbou?rs?|teachers?|colleagues?|friends?|flatmate|roommate|landlord|manager|classmates?|community';
const PERSON = `(?:him|her|them|you|someone|somebody|everyone|everybody|people|(?:my|our|his|her|their|your) (?:own )?(?:${KIN})|(?:a|that|this|the|these|those|all) (?:\\w+ )?(?:man|men|woman|women|boy|girl|person|people|guys?|bastards?|muslims|hindus|gays))`;
/** "Kill him off", "hurt her feelings" and "beat my brother at chess" are no threats. */
const AS_SAID =
  '(?!(?: all)? (?:off|feelings|hearts?|(?:at|in) (?:the )?(?:chess|cards|carrom|ludo|trivia|cricket|kabaddi|badminton|tennis|scrabble|quiz|games?)|with (?:laughter|kindness))\\b)';
const HARM =
  'kill|murder|hurt|harm|stab|strangle|choke|beat(?: up)?|attack|poison|rape|lynch|behead|slaughter|burn';
const HARMING =
  'killing|murdering|hurting|harming|stabbing|strangling|beating(?: up)?|attacking|poisoning|raping|lynching|burning';
const I_WILL =
  '\\b(?:i|im|ive|ill|we|were|well)(?: (?:am|are|just|really|only|still|so|have|had|will|shall|must|need|could|might|want|wanna|wish|going|gonna|plan|planning|ready|about|decided|to|now))*';
const GROUP =
  '(?:they|theyre|theyll|he|hes|she|shes|someone|somebody|people|the police|a man|men|goons|(?:a|the) (?:mob|crowd|gang)|my \\w+(?: \\w+)?)';
const AUXILIARIES =
  '(?: (?:is|are|was|were|will|has|have|just|all|keeps?|wants?|tried|tries|threatens?|threatened|going|coming|planning|about|ready|to))*';

const english: readonly RegExp[] = [
  new RegExp(`${I_WILL} (?:${HARM}) ${PERSON}\\b${AS_SAID}`),
  new RegExp(
    `${I_WILL}(?: (?:feel like|think of|thinking of|thinking about|think about|dream of|planning|of|on))+ (?:${HARMING}) ${PERSON}\\b${AS_SAID}`,
  ),
  new RegExp(`${I_WILL} shoot ${PERSON}(?: dead| down| tonight| today| now| tomorrow)*$`),
  new RegExp(
    `${I_WILL} (?:shoot up|blow up|bomb|set fire to|burn down|burn) (?:a|the|my|this|that|their|his|her) (?:\\w+ )?(?:school|college|office|building|house|home|temple|mosque|church|station|parade|village|shop)\\b`,
  ),
  new RegExp(
    `\\b${GROUP}${AUXILIARIES} (?:lynch|murder|shoot|burn|beat|kill|attack|stab|rape|hurt) (?:me|us|(?:my|our) (?:${KIN}|house|home|shop))\\b${AS_SAID}`,
  ),
  new RegExp(
    `\\b${GROUP}${AUXILIARIES} (?:lynching|murdering|shooting at|burning|beating|killing|attacking|stabbing|raping) (?:us|(?:my|our) (?:${KIN}|house|home|shop))\\b${AS_SAID}`,
  ),
  /\bmob\b.{0,14} (outside|at|near|in front of|around) (my|our) (house|home|door|gate|building|office|shop)\b/,
  /\b(we|i) (are|am|were|was) (being|getting) (attacked|lynched|stabbed|shot at|hunted)\b|\b(we|i|im) (are |am )?under attack\b/,
  new RegExp(
    `\\bmy (?:${KIN}) (?:is |just |really )*(?:wants? to|is going to|going to|will|tried to|says? he will|says? she will) (?:kill|hurt|harm|hang|drown|end) (?:himself|herself|themselves|themself|it all)\\b`,
  ),
  /^(so |very |really |still |just |am |feel |feeling |i )*(suicidal|suicide|self ?harm|raped|lynched)( (thoughts?|ideation|tendencies|feelings|now|again|help|helpline))*$/,
  /^(please |just |someone )?kill me( now| please)*$/,
];

const hindi: readonly RegExp[] = [
  /^(मैं )?(आत्महत्या|खुदकुशी|सुसाइड|खुदकशी)( मदद)?$/,
  /(^| )मैं.{0,24}(को|उसे|उन्हें|इसे|इन्हें|तुझे|तुम्हें).{0,16}(मार डालू|मार दू|मारूँगा|मारूंगा|मारूँगी|मारूंगी|मारना चाहत|मार डालना चाहत|गोली मार दू|चाकू मार दू|काट डालू|जला दू|खत्म कर दू|पीट दू)/,
  /(^| )मैं.{0,20}(का|की|के|उसका|उनका|तेरा|तुम्हारा).{0,8}(खून|कत्ल|मर्डर|हत्या) (कर दू|करूँगा|करूंगा|करूँगी|करूंगी|करना चाहत)/,
  /(^| )(हमें|हमको|हम (लोगों|सब|दोनों) को|हम पर).{0,24}(मार डाल|मार दें|मार दे|मारेंगे|मार रहे|मारने आ|पीट|जला दें|जला दे|जला डाल|लिंच|काट डाल|जान से मार|हमला)/,
  /(हम|मुझ|मेर).{0,16}लिंच|भीड.{0,16}(हमें|हम पर|हमको|मुझे|मुझ पर).{0,20}(मार|घेर|हमल|जला|लिंच)|(मेरे|हमारे) (घर|दरवाजे).{0,14}भीड/,
];

const hindiInLatin: readonly RegExp[] = [
  /^(main )?(khud ?kushi|aatma ?hatya|atmahatya)( karni hai)?$/,
  /\b(main|mai|mein|hum) .{0,24}\b(ko|use|usko|usse|unko|unhe|unhein|tujhe|tumhe|sabko) (jaan se )?(maar|mar|kaat|jala|khatam kar|goli maar|chaku maar|peet) ?(dunga|dungi|doonga|doongi|denge|dalunga|dalungi|daalunga|daalungi|dalenge)\b/,
  /\b(main|mai|mein) .{0,24}\b(ko|use|usko|unko|unhe|tujhe|tumhe|sabko) (jaan se )?(maarna|marna|maar dalna|mar dalna|maar daalna) chaht[aie]/,
  /\b(main|mai|mein) .{0,20}\b(khoon|qatl|katl|murder|hatya) (kar ?(dunga|dungi|doonga|doongi)|karunga|karungi|karna chaht[aie])/,
  /\b(hume|hame|hamen|humein|hamein|humko|hum (logon?|sab|dono) ko) .{0,20}((maar|mar|jala|kaat) ?(d[ae]|rah|da?al)|lynch|peet|hamla)/,
  /\bbheed .{0,16}(hum|ham|mujh)\w* .{0,16}(maar|mar|gher|jala|lynch)|\b(mere|hamare|humare) ghar .{0,16}bheed\b/,
];

const marathi: readonly RegExp[] = [
  /(^| )(मी|मला) .{0,24}ला .{0,12}(मारून टाक|ठार मार|ठार कर|मारायच|जीवे मार|भोसक|जाळून टाक)/,
  /(^| )मी .{0,20}(चा|ची|चे) खून (कर|करणार)/,
  /(आम्हाला|आमच्यावर|आपल्याला).{0,24}(मारतील|मारून टाक|ठार मार|मारत आहे|मारणार|जीवे मार|जाळ|लिंच|हल्ल|मारहाण)/,
  /(माझ्या|आमच्या) घरा.{0,14}(जमाव|जाळ)/,
];

const bengali: readonly RegExp[] = [
  /^আত্মহত্যা$/,
  /আমি .{0,26}কে .{0,10}(মেরে ফেলব|মেরে ফেলতে চাই|খুন করব|খুন করতে চাই|মারতে চাই|মেরে দেব|কোপাব|ছুরি মারব)/,
  /আমাদের .{0,24}(মেরে ফেল|মারবে|মারছে|পিটিয়ে|খুন কর|জ্বালিয়ে দে|পুড়িয়ে|হামলা কর|আক্রমণ কর)|আমা(র|দের) বাড়ির .{0,14}(ভিড়|জনতা)/,
];

const tamil: readonly RegExp[] = [
  /^தற்கொலை$/,
  /(^| )(நான்|எனக்கு|என்) .{0,30}(னை|ரை|ளை|யை|வை|த்தை) .{0,10}(கொல்ல(ப்)? ?(போ|வேண்டும்|விரும்ப)|கொல்லணும்|கொன்றுவிடு|கொன்னு|கொல்வேன்|கொலை செய்(ய|வேன்)|குத்துவேன்|வெட்டுவேன்)/,
  /எங்களை .{0,24}(கொல்ல|கொன்று|கொல்வ|கொல்லும்|அடித்து|அடிக்கிற|அடிப்ப|எரித்த|தாக்கு|தாக்க)|எங்கள் வீட்.{0,14}கும்பல்/,
];

const urdu: readonly RegExp[] = [
  /^(خود ?کشی)$/,
  /(^| )میں .{0,24}(اسے|انہیں|کو|تمہیں|تجھے) .{0,14}(مار ڈالوں|مار دوں|ماروں گ|مارنا چاہت|مار ڈالنا چاہت|قتل کر دوں|قتل کروں|قتل کرنا چاہت|گولی مار دوں|چاقو مار دوں|جلا دوں)/,
  /(^| )میں .{0,20}(کا|اس کا) (خون|قتل) (کر دوں|کروں|کرنا چاہت)/,
  /(ہمیں|ہم کو|ہم پر|ہم سب کو) .{0,24}(مار ڈال|مار دیں|مار دے|ماریں گے|مار رہ|جلا دی|جلا دے|جان سے مار|قتل کر|لنچ|حملہ)|(ہمارے|میرے) گھر .{0,14}ہجوم/,
];

const malayalam: readonly RegExp[] = [
  /^ആത്മഹത്യ$/,
  /(^| )ഞാൻ .{0,26}(നെ|രെ|ളെ|യെ) .{0,8}(കൊല്ലും|കൊല്ലാൻ പോ|കൊല്ലണം|കൊന്നുകളയും|കുത്തും|വെട്ടും)/,
];

export const violencePatterns: readonly RegExp[] = [
  ...english,
  ...hindi,
  ...hindiInLatin,
  ...marathi,
  ...bengali,
  ...tamil,
  ...urdu,
  ...malayalam,
];
