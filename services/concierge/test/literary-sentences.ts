import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const content = join(import.meta.dirname, '../../../deploy/seed/content');

/** Sentences about grief, death and violence in books, and questions for such books. */
const aboutBooks = `
A novel about suicide and those who stay
Is there a book about grief?
She loses her mother and cannot sleep for a year
He dies in the last chapter and nobody says his name
A poem for everyone who has wanted to leave
The town where the last bus kills time
A memoir of a killing summer
He killed the song with his voice
The night the river took its dead
Two sisters plan the death of a rose
She would die for her brother's mangoes
I am dying to read the next part
this book is killing me, more like it please
my feet are killing me after the run
Do you have a story in which somebody dies?
A story about a man who beat the odds
They beat the drum until morning
The police beat the crowd back, and she wrote it down
A documentary about violence in families
Books about surviving abuse
A play about a hanging garden
He hangs his coat beside hers for forty years
The cut sleeves of a tailor's life
She cuts cloth, onions and every corner
A collection about mourning
What is the saddest book you have?
a sad love story where one of them dies
a thriller with a murder in it
Death of a partner, told in recipes
Is the ending happy or does she die?
गम और मौत पर कोई किताब
मौत पर कविताएँ
एक उपन्यास जिसमें नायक मर जाता है
दुख भरी कहानी चाहिए
शोक पर लिखी कविताएँ
मारधाड़ वाली फिल्म
dukh bhari kahani chahiye
maut par koi kavita
दुःखावर पुस्तक आहे का
मृत्यूवर कविता
মৃত্যু নিয়ে কবিতা
দুঃখের গল্প চাই
যে উপন্যাসে নায়ক মারা যায়
মরে যাওয়া নদীর গল্প
மரணம் பற்றிய கவிதை
சோகமான கதை வேண்டும்
துக்கம் பற்றிய புத்தகம்
موت پر شاعری
غم کی کہانی چاہیے
ایک ناول جس میں ہیرو مر جاتا ہے
`
  .trim()
  .split('\n');

const sentences = (text: string): string[] => text.split(/(?<=[.!?।])\s+/).filter((part) => part.length > 20);

/** 150 sentences from descriptions of the demo titles. */
const fromBlurbs = (): string[] =>
  readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const { description } = JSON.parse(readFileSync(join(content, name), 'utf8')) as {
        description?: string;
      };
      return sentences(description ?? '');
    })
    .slice(0, 150);

export const literary: readonly string[] = [...aboutBooks, ...fromBlurbs()];
