import { DESCRIPTION_MIN, googleLinkOf, isEmail, publishingTexts } from '@satrangi/contracts/pure';
import type { FieldErrors } from '@satrangi/kit';
import type { SubmissionValues } from './draft.ts';

export const WAIT_FOR_UPLOAD = 'Please wait until the upload is complete, or cancel it.';

/** The count beside a description that is too short; undefined for an empty or long enough one (checklist WEB-89). */
export const shortDescriptionText = (description: string): string | undefined => {
  const count = description.trim().length;
  if (count === 0 || count >= DESCRIPTION_MIN) return undefined;
  return `${publishingTexts.descriptionShort} (${count}/${DESCRIPTION_MIN})`;
};

const missing = (text: string, sentence: string): string | undefined =>
  text.trim() === '' ? sentence : undefined;

/** What is wrong before any request. @param file what the file field holds; a file replaces the link */
export const checkSubmission = (
  { name, email, title, description, media, driveLink }: SubmissionValues,
  file: 'none' | 'uploading' | 'complete',
): FieldErrors<SubmissionValues> => {
  const link = driveLink.trim();
  const linkError = link === '' ? publishingTexts.linkRequired : publishingTexts.linkInvalid;
  return {
    name: missing(name, publishingTexts.nameRequired),
    email: isEmail(email.trim()) ? undefined : publishingTexts.emailInvalid,
    title: missing(title, publishingTexts.titleRequired),
    media: missing(media, publishingTexts.mediaInvalid),
    description:
      missing(description, publishingTexts.descriptionRequired) ?? shortDescriptionText(description),
    driveLink: file === 'none' && googleLinkOf(link) === null ? linkError : undefined,
  };
};
