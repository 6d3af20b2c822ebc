import type { MediaKind } from '@satrangi/contracts';
import { fileTypeFromBuffer } from 'file-type';
import { type Bytes, type Reel, withFile } from './bytes.ts';
import { readMp3 } from './mp3.ts';
import { readMp4 } from './mp4.ts';
import { readOgg } from './ogg.ts';
import { lookAtPdf } from './pdf.ts';
import { readWebm } from './webm.ts';

export type Look =
  | {
      readonly kind: 'fits';
      readonly mimeType: string;
      readonly pages: number;
      readonly seconds: number | null;
    }
  | { readonly kind: 'other' | 'unreadable' };

type Sort = MediaKind['file'];

/** Enough of the beginning to tell what a file is. */
const HEAD = 64 * 1024;

type Way = { readonly mimeType: string; readonly read: (bytes: Bytes) => Promise<Reel | null> };
const mp4: Way = { mimeType: 'video/mp4', read: readMp4 };
const m4a: Way = { mimeType: 'audio/mp4', read: readMp4 };

/** How to read what the bytes begin like; what is not here is not taken. */
const ways: Readonly<Record<'audio' | 'video', Readonly<Record<string, Way>>>> = {
  audio: {
    'audio/mpeg': { mimeType: 'audio/mpeg', read: readMp3 },
    'audio/ogg': { mimeType: 'audio/ogg', read: readOgg },
    'audio/ogg; codecs=opus': { mimeType: 'audio/ogg', read: readOgg },
    'audio/x-m4a': m4a,
    'audio/mp4': m4a,
    'video/mp4': m4a,
  },
  video: {
    'video/mp4': mp4,
    'video/x-m4v': mp4,
    'video/webm': { mimeType: 'video/webm', read: readWebm },
  },
};

/** What a film or sound really is, by its bytes: whatever its name says, and wherever it is kept. */
export const lookAtReel = async (bytes: Bytes, sort: 'audio' | 'video'): Promise<Look> => {
  const type = await fileTypeFromBuffer(await bytes.read(0, HEAD));
  const way = type && ways[sort][type.mime];
  if (!way) return { kind: 'other' };
  const reel = await way.read(bytes);
  if (!reel) return { kind: 'unreadable' };
  if (reel.hasVideo !== (sort === 'video')) return { kind: 'other' };
  const seconds =
    reel.seconds === null || !Number.isFinite(reel.seconds) ? null : Math.round(reel.seconds * 10) / 10;
  return { kind: 'fits', mimeType: way.mimeType, pages: 0, seconds };
};

/** What an uploaded file really is. A file that is something else, or two things at once, is `other`. */
export const lookAtMedia = async (path: string, sort: Sort): Promise<Look> => {
  if (sort !== 'pdf') return withFile(path, (bytes) => lookAtReel(bytes, sort));
  const look = await lookAtPdf(path);
  return look.kind === 'pdf'
    ? { kind: 'fits', mimeType: 'application/pdf', pages: look.pages, seconds: null }
    : look;
};
