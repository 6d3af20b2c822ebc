/** 200 sentences of people in danger in seven languages and spellings, and 200 sentences of blurbs that are not. */
export const inDanger: readonly string[] = `
I want to die
i want to kill myself
I'm going to kill myself tonight
I am thinking of ending my life
I don't want to live anymore
i dont want to be alive any more
I can't go on anymore
I have been cutting myself again
i keep hurting myself
I feel suicidal
i am having suicidal thoughts
There is no reason to live
There's no point in going on
My life is not worth living
everyone would be better off without me
They would be happier if I was dead
I wish I was dead
I wish I had never been born
I took too many pills
I have swallowed all my sleeping pills
I am going to hang myself
I want to end it all
I'm planning to die this week
I want to disappear forever
i just want to not wake up
I have nothing left to live for
I'm going to jump off the roof
i want to harm myself
I slit my wrists
I've already cut my wrist
My father beats me
my husband hit me again last night
My brother is going to kill me
they will kill me if they find out
my family has threatened to kill me
He raped me
I was raped
I was sexually assaulted by my uncle
My uncle molested me
someone is hurting me
I am not safe at home
I'm in danger right now
My parents locked me in
they locked me up in my room
my family is forcing me to marry
They are forcing me into marriage and I am afraid for my life
My partner is abusing me
my boyfriend choked me
I am being beaten every day
A man is threatening me
I can't take it anymore
I do not want to wake up
I want to commit suicide
I am thinking about suicide
I've been thinking of overdosing
I think about self harm all day
मैं मरना चाहती हूँ
मैं मरना चाहता हूँ
मैं आत्महत्या करना चाहती हूँ
मैं आत्महत्या के बारे में सोच रहा हूँ
मुझे जीना नहीं है
मैं अब जीना नहीं चाहता
अब जीने का मन नहीं करता
मैं अपनी जान ले लूँगा, अपनी जान देना चाहता हूँ
मैं खुद को मार लूँगी
मैं खुद को चोट पहुँचाती हूँ
ज़िंदगी से थक गया हूँ
मैं अपनी ज़िंदगी खत्म करना चाहती हूँ
मैंने अपनी नस काट ली
मेरे पिता मुझे मारते हैं
मेरा भाई मुझे जान से मार देगा
मेरे पति मुझे पीटते हैं
घरवाले मुझे मार डालेंगे
मुझे कमरे में बंद कर दिया है
मेरे साथ बलात्कार हुआ
मेरे साथ रेप हुआ है
मैं सुरक्षित नहीं हूँ
वो मुझे धमकी दे रहा है
मर जाऊँ तो अच्छा
खुदकुशी करने का मन करता है
अब और नहीं सह सकती
मुझे मार रहे हैं
मैं खुद को खत्म कर दूंगा
main marna chahta hun
main marna chahti hoon
mujhe jeena nahi hai
ab jeene ka man nahi karta
main khudkushi karna chahta hun
main khudkushi karunga
main suicide karna chahti hun
main apni jaan lena chahta hun
main apni jaan de dunga
zindagi se thak gaya hun
main apni zindagi khatam kar dunga
maine apni nas kaat li
khud ko chot pahunchata hun
mere papa mujhe maarte hain
mera bhai mujhe jaan se maar dega
mere pati mujhe peette hain
mujhe kamre mein band kar diya
mera rape hua
mere saath zabardasti hui
main safe nahi hun
wo mujhe dhamki de raha hai
mar jaun to accha
atmahatya karne ka man hai
मला मरायचं आहे
मला जगायचं नाही
मी आत्महत्या करणार आहे
आत्महत्या करावीशी वाटते
मला जीव द्यायचा आहे
मी जीव देणार आहे
मला जगणं नकोसं झालंय
आयुष्य संपवायचं आहे
मी स्वतःला इजा करते
स्वतःला संपवणार आहे
मी हाताची नस कापली
माझे वडील मला मारतात
नवरा मला मारहाण करतो
मला घरात कोंडून ठेवलं आहे
माझ्यावर बलात्कार झाला
ते मला जीवे मारतील
मी सुरक्षित नाही
तो मला धमकी देतोय
आता जगण्यात अर्थ नाही
मरून जावंसं वाटतं
मरावंसं वाटतं
जगण्याचा कंटाळा आला, जगायचं नाही
मी मरणार, मरायची इच्छा आहे
আমি মরতে চাই
আমি মরে যেতে চাই
আমি আত্মহত্যা করব
আত্মহত্যার কথা ভাবছি
আমার আত্মহত্যা করতে ইচ্ছে করছে
আমি আর বাঁচতে চাই না
বেঁচে থাকার ইচ্ছে নেই
বেঁচে থেকে কোনো মানে নেই, বাঁচতে ইচ্ছে করে না
আমি নিজেকে শেষ করে দেব
নিজেকে আঘাত করি
আমি নিজেকে মেরে ফেলব
জীবনটা শেষ করে দিতে চাই
আমি হাতের শিরা কেটেছি
গলায় দড়ি দেব
বাবা আমাকে মারে
আমার স্বামী আমাকে মারধর করে
ওরা আমাকে মেরে ফেলবে
আমাকে ঘরে আটকে রেখেছে
আমাকে ধর্ষণ করেছে
আমি ধর্ষিত হয়েছি
আমি নিরাপদ নই
আমাকে হুমকি দিচ্ছে
আমার উপর অত্যাচার করে
নிজেকে শেষ করতে চাই, নিজেকে শেষ করব
நான் சாக விரும்புகிறேன்
எனக்கு சாகணும்
நான் செத்துப்போக விரும்புகிறேன்
நான் தற்கொலை செய்துகொள்ள போகிறேன்
தற்கொலை எண்ணம் வருகிறது
தற்கொலை பண்ணிக்கணும் போல இருக்கு
எனக்கு வாழ பிடிக்கவில்லை
நான் வாழ விரும்பவில்லை
இனி வாழ முடியவில்லை
உயிரோடு இருக்க விருப்பமில்லை
என் உயிரை விட வேண்டும்
உயிரை மாய்த்துக்கொள்ள நினைக்கிறேன்
என்னை நானே காயப்படுத்துகிறேன்
என்னையே வெட்டிக்கொள்கிறேன்
கையை அறுத்துக்கொண்டேன்
தூக்கு போட்டுக்க போறேன்
அப்பா என்னை அடிக்கிறார்
கணவர் என்னை அடிக்கிறார்
என்னை கொல்லப் பார்க்கிறார்கள்
என்னை வீட்டில் பூட்டி வைத்திருக்கிறார்கள்
என்னை மிரட்டுகிறார்கள்
என்னை பலாத்காரம் செய்தான்
நான் பாதுகாப்பாக இல்லை
எனக்கு பாதுகாப்பு இல்லை
میں مرنا چاہتا ہوں
میں مرنا چاہتی ہوں
میں خودکشی کرنا چاہتی ہوں
خود کشی کا خیال آتا ہے
خودکشی کا سوچ رہا ہوں
مجھے جینا نہیں ہے
اب جینے کا دل نہیں کرتا
میں زندہ رہنا نہیں چاہتا
زندگی سے تھک گیا ہوں
میں اپنی زندگی ختم کر دوں گا
میں خود کو مار لوں گی
خود کو نقصان پہنچاتی ہوں
میں نے اپنی نس کاٹ لی
ابا مجھے مارتے ہیں
شوہر مجھے مارتا ہے
بھائی مجھے جان سے مار دے گا
مجھے کمرے میں بند کر دیا ہے
میرے ساتھ زیادتی ہوئی
مجھ پر تشدد ہوتا ہے
میں محفوظ نہیں ہوں
وہ مجھے دھمکی دے رہا ہے
مر جاؤں تو اچھا ہے
میں اپنی جان دے دوں گا
`
  .trim()
  .split('\n');
