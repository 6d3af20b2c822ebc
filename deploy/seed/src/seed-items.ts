import { join } from 'node:path';
import type { CallOf, MediaCallEndpoint, StoredMediaType } from '@satrangi/contracts';
import { readClip } from './clip.ts';
import { readParts, transcriptOf } from './narration.ts';
import { filesFolder, readRecording } from './recording.ts';
import type { SeedMetadata } from './seed-ebooks.ts';
import { type AudioStory, type Film, type Magazine, type OralHistory, readText } from './seed-media.ts';
import { narrationOf, readStoryboard } from './storyboard.ts';

/** The draft fields of an item. */
export type Draft = CallOf<MediaCallEndpoint<'create'>>['body'];

/** An item to create: its draft, and absolute paths of its files. */
export type SeedItem = {
  readonly kind: StoredMediaType;
  readonly slug: string;
  readonly draft: Draft;
  readonly file: string | null;
  readonly preview: string | null;
  /** Where the clip begins in the film or recording (seconds). */
  readonly previewStartsAt?: number;
  /** Of an ebook, beside its PDF. */
  readonly epub?: string | null;
  readonly captions: readonly { readonly language: string; readonly path: string }[];
  /** Of the file, when it is a recording. */
  readonly waveform?: string | undefined;
};

/** Disclosure in every recording. */
const SYNTHETIC_STORY = 'This reading was made with a synthetic voice.';
const INVENTED_SPEAKER =
  'A story in the form of an oral history: the speaker is invented and the voice is synthetic. It stands here until people give their own, with consent.';
const DRAWN_FILM =
  'Drawn in flat colour by a program, with a synthetic voice. The people in it are invented.';

type Common = Omit<AudioStory, 'author' | 'narrator' | 'voice' | 'sound'>;

const commonDraft = (item: Common) => ({
  slug: item.slug,
  title: item.title,
  altTitle: item.altTitle ?? null,
  authorPronouns: item.pronouns ?? null,
  tagline: item.tagline,
  description: item.description,
  year: item.year,
  language: item.language,
  genres: item.genres,
  tags: item.tags,
  contentNotes: item.contentNotes,
  priceINR: item.priceINR,
  priceUSD: item.priceUSD,
  collection: item.collection,
  featured: item.featured,
  cover: item.cover,
});

/** The recording, its clip, captions and chapters, by the slug. */
const recorded = async ({ slug, language }: Common, ending: string) => {
  const { chapters, captionLanguages, waveform } = await readRecording(slug);
  return {
    chapters,
    waveform,
    file: join(filesFolder, `${slug}.${ending}`),
    preview: join(filesFolder, `${slug}.preview.${ending}`),
    previewStartsAt: (await readClip({ slug, language, ending })).from,
    captions: captionLanguages.map((each) => ({
      language: each,
      path: join(filesFolder, `${slug}.${each}.vtt`),
    })),
  };
};

/** A book to seed; without a path it has no such file. */
export type EbookFiles = { readonly pdfPath: string | null; readonly epubPath?: string };

export const ebookItem = (book: SeedMetadata & EbookFiles): SeedItem => ({
  kind: 'ebook',
  slug: book.slug,
  draft: {
    slug: book.slug,
    title: book.title,
    altTitle: book.altTitle ?? null,
    author: book.author,
    authorPronouns: book.pronouns ?? null,
    tagline: book.tagline,
    description: book.description,
    year: book.year,
    language: book.language,
    genres: book.genres,
    tags: book.tags,
    contentNotes: book.contentNotes,
    staffNote: book.staffNote ?? null,
    priceINR: book.priceINR,
    priceUSD: book.priceUSD,
    formats: [...book.formats],
    collection: book.collection,
    featured: book.featured,
    cover: book.cover,
    flipbookPages: book.flipbookPages ?? null,
    sampleStart: book.sampleStart ?? null,
    allowsDownload: book.allowsDownload ?? false,
  },
  file: book.pdfPath,
  preview: null,
  epub: book.epubPath ?? null,
  captions: [],
});

export const storyItem = async (story: AudioStory): Promise<SeedItem> => {
  const { chapters, ...files } = await recorded(story, story.sound);
  const parts = readParts(await readText('audio-story', story.slug));
  const draft: Draft = {
    ...commonDraft(story),
    author: story.author,
    narrator: story.narrator,
    moreInfo: SYNTHETIC_STORY,
    formats: ['audio'],
    fileFollows: true,
    chapters,
    transcript: transcriptOf(parts, null),
  };
  return { kind: 'audio-story', slug: story.slug, draft, ...files };
};

export const historyItem = async (history: OralHistory): Promise<SeedItem> => {
  const { chapters, ...files } = await recorded(history, history.sound);
  const parts = readParts(await readText('oral-history', history.slug));
  const speakers = { speaker: history.speaker, interviewer: 'Satrangi' };
  const draft: Draft = {
    ...commonDraft(history),
    speaker: history.speaker,
    moreInfo: `${history.place}, ${history.year}. ${INVENTED_SPEAKER}`,
    formats: ['audio'],
    fileFollows: true,
    chapters,
    transcript: transcriptOf(parts, speakers),
  };
  return { kind: 'oral-history', slug: history.slug, draft, ...files };
};

export const filmItem = async (kind: 'short-film' | 'documentary', film: Film): Promise<SeedItem> => {
  const { chapters, ...files } = await recorded(film, 'mp4');
  const draft: Draft = {
    ...commonDraft(film),
    director: film.director,
    cast: film.cast,
    awards: film.awards ?? null,
    moreInfo: DRAWN_FILM,
    formats: ['video'],
    fileFollows: true,
    chapters,
    transcript: narrationOf(readStoryboard(await readText(kind, film.slug))),
  };
  return { kind, slug: film.slug, draft, ...files };
};

export const issueItem = (issue: Magazine): SeedItem => ({
  kind: 'magazine',
  slug: issue.slug,
  draft: {
    ...commonDraft(issue),
    author: issue.author,
    issueNumber: issue.issueNumber,
    flipbookPages: issue.flipbookPages,
    sampleStart: issue.sampleStart,
    formats: ['text'],
  },
  file: join(filesFolder, `${issue.slug}.pdf`),
  preview: null,
  captions: [],
});
