import { type Drive, Refusal } from '@satrangi/chassis';
import { type AnswerOf, type catalogApi, DRIVE_LINK_INVALID, driveFileIdOf } from '@satrangi/contracts';

/** Messages as the form shows them (checklist CAT-33). */
export const verifyTexts = {
  missing: 'Enter a Drive link first',
  noAccess: 'Service account does not have access to this file.',
  notFound: 'File not found',
} as const;

/** The metadata of a linked file, as the service account sees it. @throws Refusal validation-failed, document-no-access, not-found, unavailable */
export const verifyDriveLink = async (
  drive: Drive,
  driveLink: string,
): Promise<AnswerOf<(typeof catalogApi)['verifyDriveLink']>> => {
  if (driveLink === '') throw new Refusal('validation-failed', verifyTexts.missing);
  const fileId = driveFileIdOf(driveLink);
  if (fileId === null) throw new Refusal('validation-failed', DRIVE_LINK_INVALID);
  const answer = await drive.about(fileId);
  if (answer.kind === 'no-access') throw new Refusal('document-no-access', verifyTexts.noAccess);
  if (answer.kind === 'not-found') throw new Refusal('not-found', verifyTexts.notFound);
  const { id, name, mimeType, webViewLink } = answer.file;
  return { ok: true, meta: { id, name, mimeType, webViewLink } };
};
