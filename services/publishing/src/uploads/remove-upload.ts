import type { ManuscriptFiles } from './manuscript-files.ts';
import type { UploadsStore } from './uploads.store.ts';

export type RemoveUpload = (id: string) => Promise<void>;

/** Removes the bytes of an upload, then its document. Safe to repeat. */
export const removeUpload =
  ({ uploads, files }: { readonly uploads: UploadsStore; readonly files: ManuscriptFiles }): RemoveUpload =>
  async (id) => {
    await files.remove(id);
    await uploads.remove(id);
  };
