/** Messages about violence towards others, violence by groups and bare words, in seven languages, and what only sounds alike. */
export const violence: readonly string[] = `
suicidal
Suicidal.
feeling suicidal
suicide
suicidal thoughts
self harm
kill me
I want to hurt my boss and kill him
I will kill someone tonight
I'll kill him
im going to murder my husband
I am going to stab her
we will kill them all
I'm planning to shoot my neighbour
I want to beat up my brother
I feel like killing my father
They are going to lynch us
They're going to lynch us
they want to kill us
a mob is coming to kill us
The mob will burn our house
There is a mob outside my house
people are coming to beat me
my family wants to murder us
they are beating my friend
They will lynch my brother
we are being attacked
my friend wants to kill herself
I feel depressed and suicidal
I will kill him at home
I am going to burn down their house
I want to kill people
i could kill my mother right now
I'm thinking about killing my boss
my husband is coming to kill me
आत्महत्या
खुदकुशी
मैं उसे मार डालूँगा
मैं किसी को जान से मार दूंगा
मैं अपने बॉस को मारना चाहती हूँ
मैं उसका खून कर दूँगी
वे हमें मार डालेंगे
भीड़ हमें मार देगी
भीड़ हमारी लिंचिंग कर देगी
हमारे घर के बाहर भीड़ है
हमें ज़िंदा जला देंगे
khudkushi
atmahatya
main usko maar dunga
main kisi ko jaan se maar dalunga
main apne boss ko maarna chahti hun
main uska khoon kar dungi
woh hume maar dalenge
bheed humein maar degi
hamein lynch kar denge
मी त्याला मारून टाकीन
मी कोणाला तरी ठार मारणार आहे
मला माझ्या बॉसला मारायचं आहे
मी तिचा खून करणार
ते आम्हाला मारून टाकतील
जमाव आम्हाला ठार मारेल
আত্মহত্যা
আমি ওকে মেরে ফেলব
আমি কাউকে খুন করব
আমি আমার বসকে মেরে ফেলতে চাই
ওরা আমাদের মেরে ফেলবে
আমাদের পিটিয়ে মারবে
தற்கொலை
நான் அவனை கொல்லப் போகிறேன்
நான் ஒருவரை கொன்றுவிடுவேன்
என் முதலாளியை கொல்ல வேண்டும்
எங்களை கொல்லப் போகிறார்கள்
கும்பல் எங்களை அடித்துக் கொல்லும்
خودکشی
میں اسے مار ڈالوں گا
میں کسی کو قتل کر دوں گا
میں اپنے باس کو مارنا چاہتا ہوں
وہ ہمیں مار ڈالیں گے
ہجوم ہمیں مار دے گا
`
  .trim()
  .split('\n');

export const onlySoundsAlike: readonly string[] = `
a murder mystery
a film about suicide prevention
I want a film about suicide prevention
Can I get a book about suicide?
do you have something on suicide awareness for me
The Virgin Suicides
Suicide Squad
kill time
I want to kill time on a train
I will kill an hour with a short film
I need something to kill my boredom
books that kill me with laughter
To Kill a Mockingbird
Kill Your Darlings
I would kill for a good romance
I want to read about a man who wants to kill him
Do you have a story where they kill her?
I will hurt her feelings, a story about that
a novel about a lynching
a documentary about mob violence
They shoot films in Madurai
I want to shoot a short film with my friend
a poet who beat the system
we are going to beat the heat with a book
the killing of a river
Who wants to kill him off in the last chapter?
I will beat my brother at chess, a book on chess please
Murder in Pune
a revenge story, she poisons her husband
I want a killer plot
I am dying to hear the end, it kills me
Is there something about people who kill for love?
I need to kill two hours
We want to beat them all at trivia
suicide of a river
I want to read The Monsoon Register and then kill time
They killed it on stage
my friends and I will burn the midnight oil
हत्या की एक रहस्य कथा
आत्महत्या की रोकथाम पर फ़िल्म
एक कहानी जिसमें वह उसे मार डालता है
भीड़ पर कोई किताब
समय मारने के लिए कुछ
मार्च की किताबें हमें दिखाओ
khoon aur badle ki kahani
ek kahani jisme woh usko maar deta hai
time pass ke liye kuch
खुनाची रहस्यकथा
आत्महत्या प्रतिबंधावर माहितीपट
मला मारामारीचा चित्रपट हवा
খুনের রহস্য গল্প
আত্মহত্যা প্রতিরোধ নিয়ে ছবি
যে গল্পে সে ওকে মেরে ফেলে
கொலை மர்மக் கதை
தற்கொலை தடுப்பு பற்றிய படம்
அவனை கொல்லும் கதை
قتل کی کہانی
خودکشی کی روک تھام پر فلم
ایک ناول جس میں ہیرو کسی کو قتل کر دیتا ہے
`
  .trim()
  .split('\n');
