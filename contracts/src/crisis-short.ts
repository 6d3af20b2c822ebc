/** Short sentences of people in danger, as they are typed into a chat: over folded text, as in `crisis.ts`. */
export const shortCrisisPatterns: readonly RegExp[] = [
  // English
  /(^|\b(i|im|ive|just) (just |really |so |still |always )*)(feel|feeling|felt) like (just )?(dying|ending it( all)?|killing myself|disappearing|giving up on (life|living))\b/,
  /\bun ?aliv(e|ing) my ?self\b|\b(i|im|just) (just |really )?(want to|wanna|going to|gonna|need to|wish i could) un ?alive\b/,
  /^(im |i am |i |ill |just )*(gonna |going to |want to |wanna |should |might |could |will )*kms( now| today| tonight)*$/,
  /\bi (just |really )?(wana|wanto|wan to|wnat to) (die|be dead|kill myself)\b/,
  /^(what is |whats |tell me |is there )*(the |a |any |an )*(how (to|do i|can i|should i|do you)|(easiest|painless|quickest|fastest|best|easy|least painful)( and \w+)? (way|ways|method|methods) (to|of|for)) (die|dying|(end|ending) (my|your) life|kill(ing)? (myself|yourself)|suicide|commit suicide|hang(ing)? (myself|yourself))( painlessly| quickly| fast| without pain| at home| in my sleep| now| today| tonight)*$/,
  /\bhow many (sleeping )?(pills|tablets|paracetamols?|painkillers)( does it take| do i need| would it take| should i take| will it take)? (to|for me to) (die|kill|overdose)\b/,
  /^(i |ive |i have |just |im |going to |gonna |want to |wanna )*(overdose|overdosed|overdosing) (on|with) (my |the |all |some |these |sleeping |pain )*(pills|tablets|meds|medicines?|painkillers)( now| today| tonight)*$/,
  /\b(im|i am|am) (just |so |really |very )*(tired of|done with|sick of) (living|being alive|existing|my life|life)( anymore| any more| now)*$/,
  /^tired of (living|being alive|existing)( anymore| any more| now)*$/,
  /(^|\b(i|because|honestly|maybe|sometimes|if i (die|died|was gone|am gone|disappear(ed)?)) (think |know |guess |feel like )?(that )?)(nobody|no one|noone) (would|will) (even |ever |really )?(miss me|care if i (die|died|was gone|am gone|disappear(ed)?))( anyway| at all)*$/,
  /\bi (just |really |only )?(want|need|wish) (it|it all|everything|my life|the pain|all of (it|this)) (to|would) (just )?(end|stop|be over)( now| already| forever)*$/,
  /\bi hate my life and i? ?(want|wish)\b/,
  /^(this is |here is |heres |read )?my (last|final) (message|goodbye)( to (you|everyone|all|this world))?$|^goodbye (everyone|world)$/,
  /^(why am i (even |still )*alive|(my )?life is (so )?(pointless|meaningless)|there is no point( in life| in living| to life)?( anymore| any more| left)+)$/,
  /^(im |i am |i feel |i want |i want to )?(sucide|suiside|sucidal|suisidal|suicidal|suicide)( karna hai| karni hai)?$/,
  // Hindi and Hindi in Latin letters
  /(मुझे|मुझको|मैं).{0,10}(मरना|मर जाना|मर ही जाना) (है|हैं|चाहिए|होगा)|(मरना|मर जाना) (है|चाहिए) मुझे/,
  /\b(mujhe|mujhko|muje|mujhey|main|mai) .{0,12}\b(marna|mar jana|mar hi jana) (hai|he|h|chahiye|hoga)\b|\b(marna|mar jana) (hai|he|h|chahiye) (mujhe|muje)\b/,
  /\b(mujhe|muje|main|mai) .{0,10}(nahi|nahin|nhi) (jeena|jina)\b|\b(sab|khud ko|zindagi|jindagi) .{0,6}khatam karna chaht[aie]|\bkhatam karna chaht[aie] (hun|hu|hoon)( (sab|khud ko|zindagi|jindagi))?$/,
  // Bengali in Latin letters
  /\bami .{0,12}(morte|more jete) (chai|icche|iche)\b|\b(bachte|banchte) (ar )?chai na\b/,
  // Tamil, and Tamil in Latin letters
  /(என்|எனது|இந்த) வாழ்க்கையை .{0,8}(முடித்துக்கொ|முடித்துவிட|முடிக்கணும்|முடிச்சு)/,
  /\b(naan?|enakku) .{0,8}(saaganum|saganum|sethudanum|sethuduven)\b|^(saaganum|saganum|sethudanum)$/,
];
