/** Bytes of one manuscript (checklist PUB-08). */
export const MANUSCRIPT_MAX_BYTES = 100 * 1024 * 1024;
/** Files above this size are uploaded in resumable parts by the page. */
export const RESUMABLE_FROM_BYTES = 10 * 1024 * 1024;
/** Shortest description, in characters (checklist PUB-04). */
export const DESCRIPTION_MIN = 10;

/** The sentences of submissions, as services, pages and mails show them. */
export const publishingTexts = {
  nameRequired: 'Please enter your name. A pen name is fine.',
  emailInvalid: 'Please enter a valid email address.',
  titleRequired: 'Please enter the title of your work.',
  descriptionRequired: 'Please describe your work.',
  descriptionShort: `Description must be at least ${DESCRIPTION_MIN} characters`,
  mediaInvalid: 'Please choose what kind of work it is.',
  linkRequired: 'Please either provide a Google Drive link or upload a file.',
  linkInvalid: 'Please provide a valid Google Drive or Google Docs link.',
  typeInvalid: 'Invalid file type. Please upload PDF, DOC, DOCX, EPUB, or ZIP files.',
  tooLarge: 'File too large. Maximum size is 100MB.',
  uploadFailed: 'Upload failed',
  uploadMissing: 'Upload failed. Please choose the file again.',
  uploadUsed: 'That file belongs to an earlier submission. Please upload it again.',
  storeFull: 'There is no room for new files right now. Please send a Google Drive link, or try again later.',
  tooManyUploads: 'Too many uploads. Please try again later.',
  tooManyAtOnce: 'Two uploads are running already. Please wait for one of them.',
  tooManySubmissions: 'Too many submissions. Please try again in an hour.',
  received: 'Submission received. We will review your work and get back to you soon!',
  notFound: 'Submission not found',
  fileNotFound: 'File not found',
  fileInfected: 'The virus scanner found something in this file. It is not handed out.',
  linkOver: 'This link is over.',
  changed: 'This submission was changed in the meantime.',
  notPossible: 'That step is not possible any more.',
  noteRequired: 'Please add a note that says why a decision is changed.',
  withdrawn: 'Your submission is withdrawn.',
} as const;

/** The states of a submission (checklist PUB-20). */
export const submissionStatuses = ['received', 'in-review', 'accepted', 'declined', 'withdrawn'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/** What authors and editors read for a state. */
export const submissionStatusLabels: Readonly<Record<SubmissionStatus, string>> = {
  received: 'Received',
  'in-review': 'In review',
  accepted: 'Accepted for publication',
  declined: 'Not taken',
  withdrawn: 'Withdrawn',
};

/** The states that an admin may choose from each state. Withdrawn is final. */
export const submissionMoves: Readonly<Record<SubmissionStatus, readonly SubmissionStatus[]>> = {
  received: ['in-review', 'accepted', 'declined', 'withdrawn'],
  'in-review': ['accepted', 'declined', 'withdrawn'],
  accepted: ['declined', 'in-review'],
  declined: ['accepted', 'in-review'],
  withdrawn: [],
};

/** Whether a decision was made: a change of it needs a note (checklist PUB-20). */
export const isDecided = (status: SubmissionStatus): boolean =>
  status === 'accepted' || status === 'declined';

const types: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  doc: ['application/msword'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  epub: ['application/epub+zip'],
  zip: ['application/zip', 'application/x-zip-compressed'],
};
/** The types of manuscripts (checklist PUB-07). */
export const manuscriptKinds = ['pdf', 'doc', 'docx', 'epub', 'zip'] as const;
export type ManuscriptKind = (typeof manuscriptKinds)[number];
/** For the `accept` attribute of a file field. */
export const MANUSCRIPT_ACCEPT = [
  ...manuscriptKinds.map((kind) => `.${kind}`),
  ...Object.values(types).flat(),
].join(',');

/**
 * The kind that a file claims to be by its extension, else by its MIME type; null for other files. The bytes decide
 * later (checklist PUB-07, PUB-17).
 */
export const claimedKind = (fileName: string, mimeType: string): ManuscriptKind | null => {
  const extension = /\.([a-z]+)$/i.exec(fileName.trim())?.[1]?.toLowerCase();
  const byName = manuscriptKinds.find((kind) => kind === extension);
  if (byName) return byName;
  const mime = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return manuscriptKinds.find((kind) => types[kind]?.includes(mime)) ?? null;
};
