import { Refusal } from '@satrangi/chassis';
import { fileLink } from './file-links.rules.ts';
import { type KeepDeps, keepUpload } from './keep-upload.ts';
import type { ResumableUploads } from './resumable-uploads.ts';

type Deps = KeepDeps & { readonly resumable: ResumableUploads };

/**
 * Checks a complete resumable upload and keeps it. Repeated, also at the same time, it answers the same.
 * @returns the link for `submit`
 * @throws Refusal validation-failed, not-found, too-late
 */
export const finishUpload = (deps: Deps) => {
  const { resumable, uploads, config } = deps;
  const keep = keepUpload(deps);
  const linkOf = (id: string): string => fileLink(config.SUBMISSION_SECRET, config.PUBLIC_URL, id);
  const running = new Map<string, Promise<string>>();

  const finish = async (id: string): Promise<string> => {
    if (await uploads.byId(id)) return linkOf(id);
    try {
      const link = await resumable.withComplete(id, (complete) => keep({ id, ...complete }));
      await resumable.remove(id);
      return link;
    } catch (error) {
      // another replica finished it and removed its parts
      if (await uploads.byId(id)) return linkOf(id);
      // refused bytes stay refused; after another failure the author may try again
      if (error instanceof Refusal && error.code === 'validation-failed') await resumable.remove(id);
      throw error;
    }
  };

  return (id: string): Promise<string> => {
    const current = running.get(id) ?? finish(id).finally(() => running.delete(id));
    running.set(id, current);
    return current;
  };
};
