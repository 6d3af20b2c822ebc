import { failpoint, type OwnFiles, Refusal, type ServiceContext } from '@satrangi/chassis';
import { claimedKind, publishingTexts } from '@satrangi/contracts';
import type { PublishingConfig } from '../config.ts';
import { inspectManuscript } from '../inspection/inspect-manuscript.ts';
import type { ScanFile } from '../inspection/virus-scanner.ts';
import { fileLink } from './file-links.rules.ts';
import type { UploadsStore } from './uploads.store.ts';

export type KeepDeps = Pick<ServiceContext<unknown>, 'clock'> & {
  readonly uploads: UploadsStore;
  readonly files: OwnFiles;
  /** Null without a virus scanner. */
  readonly scan: ScanFile | null;
  readonly config: Pick<PublishingConfig, 'SUBMISSION_SECRET' | 'PUBLIC_URL'>;
};

/** A complete file that has arrived; `path` is a scratch file, which is consumed. */
export type Arrived = {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  readonly name: string;
  readonly mimeType: string;
};

/**
 * Checks a file that has arrived and keeps it. The bytes are durable before the document that names them. Safe to
 * repeat for one id.
 * @returns the link for `submit`
 * @throws Refusal validation-failed
 */
export const keepUpload =
  ({ uploads, files, scan, clock, config }: KeepDeps) =>
  async ({ id, path, bytes, name, mimeType }: Arrived): Promise<string> => {
    const claimed = claimedKind(name, mimeType);
    const inspected = claimed && (await inspectManuscript(path, claimed));
    if (!inspected) throw new Refusal('validation-failed', publishingTexts.typeInvalid);
    const verdict = scan ? await scan(path) : 'unscanned';
    if (verdict === 'infected') throw new Refusal('validation-failed', publishingTexts.uploadFailed);
    failpoint('publishing.inspected-before-kept');
    await files.put(id, path);
    failpoint('publishing.kept-before-document');
    await uploads.add({
      _id: id,
      kind: inspected.kind,
      bytes,
      sha256: inspected.sha256,
      warnings: [...inspected.warnings],
      scan: verdict,
      store: 'disk',
      driveFileId: null,
      at: clock.now(),
      openings: [],
      isLeaving: false,
    });
    return fileLink(config.SUBMISSION_SECRET, config.PUBLIC_URL, id);
  };
