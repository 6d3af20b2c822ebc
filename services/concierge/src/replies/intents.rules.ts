import type { ChatIntent } from '@satrangi/contracts';
import { foldedPattern, foldLetters, wordsOf } from '../language/words.rules.ts';

const GREETING = foldedPattern(
  /^(hi|hello|hey|hiya|good (morning|evening|afternoon)|namaste|namaskar|vanakkam|nomoshkar|salaam|assalamu? alaikum|नमस्ते|नमस्कार|வணக்கம்|নমস্কার|হ্যালো|السلام علیکم|سلام|آداب|हाय|हैलो|നമസ്കാരം|നമസ്തേ|ഹലോ|ഹായ്)( there| all| ji| जी)?$/u,
);
const THANKS = foldedPattern(
  /^(thanks?( you)?( so much| a lot)?|thank u|thx|ty|shukriya|dhanyavaa?d|nandri|dhonnobad|धन्यवाद|शुक्रिया|आभार(ी)?|நன்றி|ধন্যবাদ|شکریہ|(വളരെ )?നന്ദി)( very much| a lot| again)?$/u,
);
const HELP = foldedPattern(
  /^(help|what can you do|how can you help|what do you do|who are you|are you (an? )?(bot|robot|human|real|person|machine|program|ai)|आप क्या कर सकते|तुम क्या कर|aap kya kar|நீங்கள் என்ன செய்ய|তুমি কী করতে|আপনি কী করতে|तू काय करू|آپ کیا کر|സഹായം$|(നിങ്ങൾക്ക്|നിങ്ങൾ|താങ്കൾക്ക്) എന്ത\S* ചെയ്യ|നിങ്ങൾ ആരാണ്)/u,
);
const PERSON = foldedPattern(
  /\b(talk|speak|chat|write|contact)\b.*\b(person|human|someone|somebody|real|team|staff|agent)\b|\b(real person|human being|customer (care|service|support))\b|how (do|can) i (contact|reach) you|insaan se|किसी (इंसान|व्यक्ति|आदमी) से (बात|संपर्क)|(மனிதர்|ஆள்)\S* பேச|মানুষের (সঙ্গে|সাথে) কথা|माणसाशी (बोल|संपर्क)|کسی (انسان|شخص) سے|(മനുഷ്യ|വ്യക്തി)\S* സംസാരി/u,
);
const RUN = foldedPattern(
  /\b(virtual run|fundraising run|the run|run (fee|cost|register|registration)|marathon|join the run|5k)\b|दौड|धावण्या|धावणे|मैराथन|ஓட்டத்தில்|மாரத்தான்|দৌড|ম্যারাথন|دوڑ|میراتھن|ഓട്ടം|ഓട്ടത്ത|മാരത്തൺ|മാരത്തോൺ/u,
);
const ORDER_WORD = foldedPattern(/\borders?\b|ऑर्डर|आर्डर|ஆர்டர்|অর্ডার|آرڈر|ഓർഡർ/u);
const ORDER_QUESTION = foldedPattern(
  /\b(my|where|status|track|cancel|missing|about|last|receipt)\b|मेर[ाीे]|माझ|कहाँ|कुठ|என்|எங்கே|আমার|কোথা|میر|کہاں|എന്റെ|എവിടെ/u,
);
const PAID_NOT_RECEIVED = foldedPattern(
  /\b(paid|charged|(payment|money|amount)( \w+)? (went|done|gone|taken|deducted|debited|successful))\b.*\b(not|isn|no|never|missing|didn|haven|without)|paise kat|पैसे कट|பணம் (கழி|போய்|எடுத்)|টাকা কেটে|پیسے کٹ|(പണം|പൈസ) (പോയി|ഈടാക്കി|നഷ്ടപ്പെട്ടു)|\breceipt\b|\binvoice\b/u,
);

const MY_LIBRARY = [
  /^(please |can you |could you |will you |i want to |id like to )*(show|open|list|see|view|display|tell|whats?|what is|what are|what do i have|which|what|is there|anything|how many|do i have anything)?( me)?( about| all)?( books?| titles?| films?| things?| items?)?( is| are)?( there)?( stored)?( in| of| from)?( all)?(^| )my( own)?( digital)? (library|bookshelf|collection|purchases|bought (books|titles|films|items)|owned (books|titles|films|items))( please| now| here)*$/u,
  /\b(what|which|how many)( \w+){0,3} (do|did|have|ive) ?(i )?(already |ever )?(own|owned|bought|buy|purchased?|paid for)( already| so far| here| yet| till now)*$/u,
  /^(please |can you |could you |show |list |see |tell |me |all |of |about |the |my )*((books?|titles?|films?|items?|things|everything|what) )?(that |which )?(i|ive)( have| already)* (own|bought|purchased)( already| so far| here)*$/u,
  /^do i (already )?own (anything|something|any (books?|titles?|films?))( here| already)*$/u,
  /^मेर[ीेा] (डिजिटल )?(लाइब्रेरी|लायब्रेरी|पुस्तकालय)( में)?( क्या)*( है| हैं| दिखाओ| दिखाइए| दिखा दो| खोलो| खोलिए)*$/u,
  /मैंने (अब तक )?(क्या|कौन)( \S+){0,3} (खरीद|मोल ली)|^मेरे पास (कौन|क्या)( \S+){0,4} (है|हैं)$|^मेरी खरीदी हुई (किताबें|चीजें)( दिखाओ| दिखाइए)*$/u,
  /^meri (digital )?library( mein| me| mai)?( kya)*( hai| hain| dikhao| dikhaiye| dikha do| kholo)*$|\bmaine (ab tak )?(kya|kaun)( \w+){0,3} kharid\w*|^mere paas (kya|kaun)( \w+){0,4} (hai|hain)$/u,
  /^என் (டிஜிட்டல் )?(நூலக|லைப்ரரி)\S*( என்ன)*( இருக்கிறது| இருக்கு| உள்ளது| உள்ளன| காட்டு| காட்டுங்கள்)*$|நான் (என்ன|எந்த|எதை)( \S+){0,3} வாங்கி|^என்னிடம் (என்ன|எந்த)( \S+){0,3} (இருக்கி|இருக்கு|உள்ள)/u,
  /^আমার (ডিজিটাল )?(লাইব্রেরি|গ্রন্থাগার)\S*( কী| কি)*( আছে| দেখাও| দেখান)*$|আমি (কী|কি|কোন)( \S+){0,3} কিনেছি|^আমার কাছে (কী|কি|কোন)( \S+){0,3} আছে/u,
  /^माझ\S* (डिजिटल )?(लायब्ररी|लायब्रेरी|ग्रंथालय|वाचनालय)\S*( काय)*( आहे| आहेत| दाखवा| दाखव)*$|मी (आतापर्यंत )?(काय|कोणत)\S*( \S+){0,3} (विकत|खरेदी)|^माझ्याकडे (काय|कोणत)\S*( \S+){0,3} (आहे|आहेत)$/u,
  /^میری (ڈیجیٹل )?لا\S?بریری( میں)?( کیا)*( ہے| ہیں| دکھا\S*)*$|میں نے (کیا|کون)( \S+){0,3} خرید|^میرے پاس (کیا|کون)( \S+){0,4} (ہے|ہیں)$/u,
  /^എന്റെ (ഡിജിറ്റൽ )?(ലൈബ്രറി|ഗ്രന്ഥശാല)\S*( എന്ത\S*)*( ഉണ്ട്| ഉള്ളത്| കാണിക്കൂ| കാണിക്കാമോ| തുറക്കൂ)*$|ഞാൻ (എന്ത|ഏത)\S*( \S+){0,3} വാങ്ങി|^എന്റെ (കൈയിൽ|പക്കൽ) (എന്ത|ഏത)\S*( \S+){0,3} (ഉണ്ട്|ഉള്ളത്)$/u,
].map(foldedPattern);

/** What a message is about, as far as its words say. Undefined: something to find, or a policy. */
export const ownIntent = (
  message: string,
): Exclude<ChatIntent, 'items' | 'policy' | 'crisis'> | undefined => {
  const text = foldLetters(message);
  const words = wordsOf(message).join(' ');
  if (GREETING.test(words)) return 'greeting';
  if (THANKS.test(words)) return 'thanks';
  if (HELP.test(words)) return 'help';
  if (PERSON.test(text)) return 'person';
  if (PAID_NOT_RECEIVED.test(text) || (ORDER_WORD.test(text) && ORDER_QUESTION.test(text)))
    return 'order-help';
  if (MY_LIBRARY.some((pattern) => pattern.test(words))) return 'my-library';
  if (RUN.test(text)) return 'run-info';
  return undefined;
};

const FOLLOW_UP_PROMPT =
  /\b(3|three)\b.*\bfollow-?\s?up (questions|suggestions)\b|\bfollow-?\s?up (questions|suggestions)\b.*\bone per line\b/i;
/** True for the prompt by which older clients request follow-up questions (checklist CON-02, CON-12). */
export const requestsFollowUps = (message: string): boolean => FOLLOW_UP_PROMPT.test(message);
