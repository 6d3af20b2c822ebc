import { type Exchange, type OwnFiles, Refusal, type ServiceContext, sendFile } from '@satrangi/chassis';
import { publishingTexts, type UserId } from '@satrangi/contracts';
import type { UploadsStore } from './uploads.store.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock'> & {
  readonly uploads: UploadsStore;
  readonly files: OwnFiles;
  /** The name for saving: a number, never the name an author gave. */
  readonly nameOf: (uploadId: string) => Promise<string | null>;
  /** Erases an account again when it was deleted while something of it was written. */
  readonly eraseIfDeleted: (userId: UserId) => Promise<void>;
};

/**
 * Sends a manuscript as a download that no browser shows or runs: bytes without a type, as an attachment, sandboxed.
 * @throws Refusal not-found, unavailable
 */
export const openUpload =
  ({ uploads, files, nameOf, eraseIfDeleted, clock }: Deps) =>
  async (id: string, by: UserId, exchange: Exchange): Promise<void> => {
    const upload = await uploads.byId(id);
    const name = upload && (await nameOf(id));
    if (!upload || !name) throw new Refusal('not-found', publishingTexts.fileNotFound);
    if (upload.scan === 'infected') throw new Refusal('not-found', publishingTexts.fileInfected);
    const file = await files.opened(id);
    await uploads.recordOpening(id, { at: clock.now().toISOString(), by });
    await eraseIfDeleted(by);
    exchange.response.setHeader('content-security-policy', "default-src 'none'; sandbox");
    exchange.response.setHeader('cross-origin-resource-policy', 'same-origin');
    await sendFile(exchange, {
      ...file,
      mimeType: 'application/octet-stream',
      etag: upload.sha256.slice(0, 32),
      cacheControl: 'private, no-store',
      fileName: `${name}.${upload.kind}`,
      isAttachment: true,
    });
  };
