import type { OwnFiles, ServiceContext } from '@satrangi/chassis';
import type { ScanFile } from '../inspection/virus-scanner.ts';
import type { UploadsStore } from './uploads.store.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock'> & {
  readonly uploads: UploadsStore;
  readonly files: OwnFiles;
  /** Null without a virus scanner. */
  readonly scan: ScanFile | null;
};

/** Scans files that the virus scanner has not answered about. One failure ends the round. */
export const scanAgain =
  ({ uploads, files, scan, clock }: Deps) =>
  async (): Promise<void> => {
    const start = clock.now();
    for (;;) {
      const upload = scan && (await uploads.takeUnscanned(start, clock.now()));
      const verdict = upload ? await files.withCopy(upload._id, scan) : 'unscanned';
      if (!upload || verdict === 'unscanned') return;
      await uploads.change(upload._id, { scan: verdict });
    }
  };
