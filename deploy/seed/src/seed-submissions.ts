import { createClient, publishingApi, SubmissionRequest, SubmissionStatusName } from '@satrangi/contracts';
import { z } from 'zod';
import { manuscriptPdf } from './manuscript-pdf.ts';
import { patiently } from './patiently.ts';
import { readContent } from './read-content.ts';

const SeedFile = z.strictObject({
  name: SubmissionRequest.shape.name,
  title: SubmissionRequest.shape.title,
  description: SubmissionRequest.shape.description,
  media: SubmissionRequest.shape.media,
  status: SubmissionStatusName,
  notes: z.array(z.string().min(1)),
  manuscript: z.array(z.string().max(80)).optional(),
});

/**
 * A work of an invented author. `manuscript` are the lines of an uploaded file; without them the work is a link to
 * Google Drive that leads nowhere. `notes` are private notes of the back office.
 */
export type SeedSubmission = z.output<typeof SeedFile> & { readonly slug: string };

/** All demo submissions: `content/submissions/<slug>.json`. */
export const loadSeedSubmissions = (): Promise<SeedSubmission[]> => readContent('submissions', SeedFile);

export type SubmissionSeedOptions = {
  /** Base URL of the service. */
  readonly publishingUrl: string;
  readonly adminToken: string;
  /** With it each author has a client address of their own: the limits of an address are for people. */
  readonly internalSecret: string;
  readonly submissions: readonly SeedSubmission[];
  /** Called when a work is stored: it must not be seeded again. */
  readonly onSubmitted: (submission: SeedSubmission) => void;
};

const DRIVE_ID_LENGTH = 28;
const driveLinkOf = (slug: string): string =>
  `https://drive.google.com/file/d/${`1demo-${slug}`.padEnd(DRIVE_ID_LENGTH, '0')}/view`;

/** The form of a work, as the page sends it. */
export const submissionOf = (
  { slug, name, title, description, media }: SeedSubmission,
  driveLink: string = driveLinkOf(slug),
): SubmissionRequest => ({
  ...{ name, title, description, media, driveLink },
  // a reserved domain: no mail can reach a person
  email: `${slug}@authors.example`,
});

/**
 * Sends the works as their authors do, then moves them as the back office does, with private notes and without mails about it.
 * @returns the number of works
 */
export const seedSubmissions = async (options: SubmissionSeedOptions): Promise<number> => {
  const { publishingUrl: baseUrl, adminToken } = options;
  const author = createClient(publishingApi, { baseUrl });
  const desk = createClient(publishingApi, { baseUrl, token: () => adminToken });

  const upload = async (submission: SeedSubmission, headers: Record<string, string>) => {
    if (!submission.manuscript) return driveLinkOf(submission.slug);
    const pdf = manuscriptPdf(submission.title, submission.manuscript);
    const file = new File([new Uint8Array(pdf)], `${submission.slug}.pdf`, { type: 'application/pdf' });
    const { driveLink } = await author.uploadDrive({ files: { file } }, { headers });
    return driveLink;
  };
  const review = async (number: string, { status, notes }: SeedSubmission): Promise<void> => {
    const { results } = await desk.listSubmissions({ query: { pageSize: '100' } });
    const id = results.find((one) => one.number === number)?._id;
    if (id === undefined) return;
    for (const note of notes) await desk.changeSubmission({ params: { id }, body: { note, mail: false } });
    if (status !== 'received' && status !== 'withdrawn')
      await desk.changeSubmission({ params: { id }, body: { status, mail: false } });
  };
  const send = async (submission: SeedSubmission, index: number): Promise<void> => {
    const headers = {
      'x-internal-secret': options.internalSecret,
      'x-client-ip': `192.0.2.${index + 1}`,
    };
    const body = submissionOf(submission, await upload(submission, headers));
    const { number, statusUrl } = await author.submit({ body }, { headers });
    options.onSubmitted(submission);
    await review(number, submission);
    const token = new URL(statusUrl).hash.replace(/^#(t=)?/, '');
    if (submission.status === 'withdrawn') await author.withdraw({ body: { token } });
  };

  for (const [index, submission] of options.submissions.entries())
    await patiently(() => send(submission, index), undefined);
  return options.submissions.length;
};
