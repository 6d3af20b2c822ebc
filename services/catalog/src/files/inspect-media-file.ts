import type { MediaKind } from '@satrangi/contracts';
import { fileTypeFromBuffer } from 'file-type';
import { type ByteSource, type StreamInfo, withFile } from './byte-source.ts';
import { readMp3 } from './mp3.ts';
import { readMp4 } from './mp4.ts';
import { readOgg } from './ogg.ts';
import { inspectPdf } from './pdf.ts';
import type { ContentsEntry } from './pdf-outline.ts';
import { readWebm } from './webm.ts';

export type Inspection =
  | {
      readonly kind: 'fits';
      readonly mimeType: string;
      readonly pages: number;
      /** The outline of a PDF. */
      readonly contents?: readonly ContentsEntry[];
      readonly seconds: number | null;
    }
  | { readonly kind: 'other' | 'unreadable' };

type FileKind = MediaKind['file'];

/** The bytes needed to detect the file type. */
const HEAD = 64 * 1024;

type Format = { readonly mimeType: string; readonly read: (bytes: ByteSource) => Promise<StreamInfo | null> };
const mp4: Format = { mimeType: 'video/mp4', read: readMp4 };
const m4a: Format = { mimeType: 'audio/mp4', read: readMp4 };

/** The accepted formats by detected type; every other type is rejected. */
const FORMATS: Readonly<Record<'audio' | 'video', Readonly<Record<string, Format>>>> = {
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

/** Detects the type and duration of an audio or video file from its bytes, not from its name. */
export const inspectStream = async (bytes: ByteSource, fileKind: 'audio' | 'video'): Promise<Inspection> => {
  const type = await fileTypeFromBuffer(await bytes.read(0, HEAD));
  const format = type && FORMATS[fileKind][type.mime];
  if (!format) return { kind: 'other' };
  const info = await format.read(bytes);
  if (!info) return { kind: 'unreadable' };
  if (info.hasVideo !== (fileKind === 'video')) return { kind: 'other' };
  const seconds =
    info.seconds === null || !Number.isFinite(info.seconds) ? null : Math.round(info.seconds * 10) / 10;
  return { kind: 'fits', mimeType: format.mimeType, pages: 0, seconds };
};

/** Inspects an uploaded file. A file of another type, or a polyglot of two types, is `other`. */
export const inspectMediaFile = async (path: string, fileKind: FileKind): Promise<Inspection> => {
  if (fileKind !== 'pdf') return withFile(path, (bytes) => inspectStream(bytes, fileKind));
  const inspection = await inspectPdf(path);
  return inspection.kind === 'pdf'
    ? {
        kind: 'fits',
        mimeType: 'application/pdf',
        pages: inspection.pages,
        seconds: null,
        contents: inspection.contents,
      }
    : inspection;
};
