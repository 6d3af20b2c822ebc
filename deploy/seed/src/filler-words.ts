/** Words the filler is made of: every combination reads as a title somebody could have given a book. */
export const shelves = {
  en: {
    first: ['A Window in', 'Letters from', 'The Last Tailor of', 'Two Cups in', 'An Evening in', 'Rain over', 'The Lane Behind', 'Leaving', 'Returning to', 'A Room in', 'The Radio in', 'Kites over', 'Notes from', 'The Long Way to', 'A Summer in', 'Neighbours of', 'The Lamp in', 'Songs for', 'Trains to', 'Winter in'],
    second: ['Alleppey', 'Bhuj', 'Chandannagar', 'Dibrugarh', 'Ernakulam', 'Fatehpur', 'Gulbarga', 'Hubli', 'Imphal', 'Jhansi', 'Kalimpong', 'Latur', 'Madikeri', 'Nashik', 'Ooty', 'Panjim', 'Raipur', 'Shillong', 'Tezpur', 'Udupi', 'Vellore', 'Warangal'],
    third: ['', ': Stories', ': A Memoir', ': Poems', ': A Novella', ': Essays', ': Letters', ': A Notebook'],
    authors: ['Anjali', 'Bhaskar', 'Celine', 'Devika', 'Ezra', 'Firoz', 'Gita', 'Hemant', 'Ila', 'Jaya', 'Kiran', 'Lalit', 'Mira', 'Naveen', 'Omana', 'Prem'],
    families: ['Almeida', 'Bora', 'Chettri', 'Dsouza', 'Elias', 'Gogoi', 'Hegde', 'Jadhav', 'Kamath', 'Lyngdoh', 'Mathew', 'Nair', 'Oza', 'Pillai', 'Rao', 'Shetty'],
  },
  hi: {
    first: ['भोपाल', 'बनारस', 'जयपुर', 'पटना', 'रांची', 'कानपुर', 'देहरादून', 'उज्जैन', 'जबलपुर', 'शिमला', 'मेरठ', 'अजमेर'],
    second: [' की शाम', ' की छत', ' की चिट्ठी', ' की बारिश', ' की खिड़की', ' की गली', ' की सुबह', ' की सर्दी', ' की आवाज़', ' की सीढ़ी'],
    third: ['', ': कहानियाँ', ': कविताएँ', ': संस्मरण', ': डायरी'],
    authors: ['Sudha', 'Rajesh', 'Nirmala', 'Ashok', 'Pushpa', 'Vinod', 'Rekha', 'Manoj'],
    families: ['Tripathi', 'Verma', 'Rawat', 'Soni', 'Bisht', 'Ansari', 'Mishra', 'Yadav'],
  },
  ta: {
    first: ['மதுரையில்', 'சென்னையில்', 'திருச்சியில்', 'கோவையில்', 'தஞ்சையில்', 'நெல்லையில்', 'கடலூரில்', 'வேலூரில்', 'சேலத்தில்', 'நாகையில்'],
    second: [' ஒரு மழை', ' ஒரு இரவு', ' ஒரு கடிதம்', ' ஒரு ஜன்னல்', ' ஒரு பயணம்', ' ஒரு பாடல்', ' ஒரு விளக்கு', ' ஒரு கனவு'],
    third: ['', ': கதைகள்', ': கவிதைகள்', ': நினைவுகள்', ': குறிப்புகள்'],
    authors: ['Amudha', 'Bharathi', 'Ezhil', 'Ilango', 'Kavitha', 'Muthu', 'Nila', 'Selvan'],
    families: ['Arumugam', 'Balu', 'Chidambaram', 'Durai', 'Kannan', 'Mani', 'Pandian', 'Velu'],
  },
  bn: {
    first: ['কলকাতার', 'নবদ্বীপের', 'বোলপুরের', 'শিলিগুড়ির', 'বর্ধমানের', 'হাওড়ার', 'চন্দননগরের', 'মালদার', 'আসানসোলের', 'কৃষ্ণনগরের'],
    second: [' বৃষ্টি', ' চিঠি', ' ছাদ', ' জানলা', ' বিকেল', ' গান', ' আলো', ' পথ'],
    third: ['', ': গল্প', ': কবিতা', ': স্মৃতি', ': ডায়েরি'],
    authors: ['Aparna', 'Bimal', 'Chandra', 'Debashis', 'Ishita', 'Jhuma', 'Paromita', 'Subir'],
    families: ['Basu', 'Chatterjee', 'Das', 'Ghosh', 'Karmakar', 'Mondal', 'Pal', 'Roy'],
  },
  ur: {
    first: ['دہلی', 'لکھنؤ', 'حیدرآباد', 'بھوپال', 'سری نگر', 'علی گڑھ', 'رام پور', 'پٹنہ'],
    second: [' کی شام', ' کی چھت', ' کی گلی', ' کی بارش', ' کی کھڑکی', ' کی آواز', ' کی صبح', ' کی خوشبو'],
    third: ['', ': افسانے', ': نظمیں', ': یادیں'],
    authors: ['Adnan', 'Bano', 'Fahmida', 'Iqbal', 'Nasreen', 'Parveen', 'Rashid', 'Tahira'],
    families: ['Ahmad', 'Farooqi', 'Hashmi', 'Jafri', 'Kazmi', 'Naqvi', 'Rizvi', 'Zaidi'],
  },
} as const;

export const genres = ['Short stories', 'Fiction', 'Memoir', 'Poetry', 'Essays', 'Letters', 'Novella', 'Food', 'Historical', 'Nature'];

export const tags = ['rain', 'trains', 'families', 'elders', 'work', 'neighbours', 'letters', 'small towns', 'sea', 'mountains', 'school', 'chosen family'];

/** Sentences of twelve to twenty words; five make a description of the right length. */
export const sentences = [
  'It begins with a key that fits nothing in the house and a neighbour who knows why.',
  'Somebody leaves on the early train, and somebody else keeps on setting two plates at the table.',
  'The weather is reported faithfully on every page, and so, more shyly, is everything that happens under it.',
  'There is a grandmother who misses nothing and a landlord who, for once, decides to miss something.',
  'The author worked for eleven years in the post office, and writes as though every word cost postage.',
  'Half of these pages were written on buses, and they keep the patience of a long stop.',
  'Nobody makes a speech, but a sweater is knitted, a form is signed, a door is left open.',
  'It is funny about aunts, exact about money, and tender about the distance between two chairs.',
  'Readers who like to know how things are made will find soap, kites and an apology.',
  'The last chapter should be read aloud, to someone in the next room, without raising your voice.',
  'There are recipes, and they work, although the author advises you to halve the salt and double the company.',
  'What one of them could not say in ten years the other hears in a single afternoon.',
];
