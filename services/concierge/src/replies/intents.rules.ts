import type { ChatIntent } from '@satrangi/contracts';
import { foldLetters, wordsOf } from '../language/words.rules.ts';

const GREETING =
  /^(hi|hello|hey|hiya|good (morning|evening|afternoon)|namaste|namaskar|vanakkam|nomoshkar|salaam|assalamu? alaikum|नमस्ते|नमस्कार|வணக்கம்|নমস্কার|হ্যালো|السلام علیکم|سلام|آداب|हाय|हैलो)( there| all| ji| जी)?$/u;
const THANKS =
  /^(thanks?( you)?( so much| a lot)?|thank u|thx|ty|shukriya|dhanyavaa?d|nandri|dhonnobad|धन्यवाद|शुक्रिया|आभार(ी)?|நன்றி|ধন্যবাদ|شکریہ)( very much| a lot| again)?$/u;
const HELP =
  /^(help|what can you do|how can you help|what do you do|who are you|are you (a )?(bot|robot|human|real)|आप क्या कर सकते|तुम क्या कर|aap kya kar|நீங்கள் என்ன செய்ய|তুমি কী করতে|আপনি কী করতে|तू काय करू|آپ کیا کر)/u;
const PERSON =
  /\b(talk|speak|chat|write|contact)\b.*\b(person|human|someone|somebody|real|team|staff|agent)\b|\b(real person|human being|customer (care|service|support))\b|insaan se|किसी (इंसान|व्यक्ति|आदमी) से (बात|संपर्क)|(மனிதர்|ஆள்)\S* பேச|মানুষের (সঙ্গে|সাথে) কথা|माणसाशी (बोल|संपर्क)|کسی (انسان|شخص) سے/u;
const RUN =
  /\b(virtual run|fundraising run|the run|run (fee|cost|register|registration)|marathon|join the run|5k)\b|दौड|धावण्या|धावणे|मैराथन|ஓட்டத்தில்|மாரத்தான்|দৌড|ম্যারাথন|دوڑ|میراتھن/u;
const ORDER_WORD = /\borders?\b|ऑर्डर|आर्डर|ஆர்டர்|অর্ডার|آرڈر/u;
const ORDER_ASKED =
  /\b(my|where|status|track|cancel|missing|about|last|receipt)\b|मेर[ाीे]|माझ|कहाँ|कुठ|என்|எங்கே|আমার|কোথা|میر|کہاں/u;
const PAID_NOT_RECEIVED =
  /\b(paid|charged|payment (went|done)|money (gone|deducted))\b.*\b(not|isn|no|never|missing|didn|haven)|paise kat|पैसे कट|பணம் (கழி|போய்|எடுத்)|টাকা কেটে|پیسے کٹ|\breceipt\b|\binvoice\b/u;

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
  if (PAID_NOT_RECEIVED.test(text) || (ORDER_WORD.test(text) && ORDER_ASKED.test(text))) return 'order-help';
  if (RUN.test(text)) return 'run-info';
  return undefined;
};

const FOLLOW_UP_PROMPT =
  /\b(3|three)\b.*\bfollow-?\s?up (questions|suggestions)\b|\bfollow-?\s?up (questions|suggestions)\b.*\bone per line\b/i;
/** True for the prompt by which older clients ask for follow-up questions (checklist CON-02, CON-12). */
export const asksForFollowUps = (message: string): boolean => FOLLOW_UP_PROMPT.test(message);
