import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { OpaqueId } from './publishing.submissions.ts';
import { MANUSCRIPT_MAX_BYTES } from './publishing-texts.ts';

const uploaded = z.object({ driveLink: z.string() });
const byId = z.object({ id: OpaqueId });

/** Files of authors: in one request, or in resumable parts (tus 1.0, https://tus.io/protocols/resumable-upload). */
export const uploadsApi = defineApi({
  uploadDrive: {
    method: 'POST',
    path: '/publishing/upload-drive',
    access: 'public',
    kind: 'upload',
    files: ['file'],
    bodyLimit: MANUSCRIPT_MAX_BYTES,
    summary:
      'Takes a manuscript: PDF, DOC, DOCX, EPUB or ZIP by name or type and by its bytes, at most 100 MB. The link is for `submit`; only admins can open it. Answered after the bytes are durable (checklist PUB-01, PUB-07, PUB-08, PUB-16, PUB-17)',
    response: uploaded,
    problems: [
      'validation-failed',
      'too-large',
      'unsupported-media-type',
      'too-many-requests',
      'unavailable',
    ],
  },
  createUpload: {
    method: 'POST',
    path: '/publishing/uploads',
    access: 'public',
    kind: 'resumable',
    status: 201,
    bodyLimit: MANUSCRIPT_MAX_BYTES,
    summary: 'Begins a resumable upload (tus creation); `Location` is its address',
    response: z.unknown(),
    problems: ['validation-failed', 'too-large', 'too-many-requests', 'unavailable'],
  },
  readUpload: {
    method: 'GET',
    path: '/publishing/uploads/:id',
    access: 'public',
    kind: 'resumable',
    summary: 'HEAD: how many bytes of a resumable upload have arrived (`Upload-Offset`)',
    params: byId,
    response: z.unknown(),
    problems: ['not-found', 'too-long-ago'],
  },
  continueUpload: {
    method: 'PATCH',
    path: '/publishing/uploads/:id',
    access: 'public',
    kind: 'resumable',
    status: 204,
    bodyLimit: MANUSCRIPT_MAX_BYTES,
    summary: 'Adds bytes to a resumable upload at `Upload-Offset`',
    params: byId,
    response: z.unknown(),
    problems: ['validation-failed', 'not-found', 'too-long-ago', 'too-late', 'too-large'],
  },
  finishUpload: {
    method: 'POST',
    path: '/publishing/uploads/:id/finish',
    access: 'public',
    kind: 'resumable',
    summary: 'Checks a complete resumable upload as `uploadDrive` does. Repeated, it answers the same',
    params: byId,
    response: uploaded,
    problems: ['validation-failed', 'not-found', 'too-late', 'unavailable'],
  },
  openFile: {
    method: 'GET',
    path: '/publishing/files/:id',
    access: 'admin',
    kind: 'stream',
    summary:
      'A manuscript, only as a download and never shown in a page; each opening is recorded (checklist PUB-16)',
    params: byId,
    response: z.unknown(),
    problems: ['not-found', 'unavailable'],
  },
});
