import type { mediaOf } from './boot-library.ts';

type FileOfMedia = NonNullable<NonNullable<Parameters<typeof mediaOf>[1]>['file']>;

/** Puts a film into the Drive of the sandbox. @returns the file of an item whose file it is */
export const putIntoDrive = async (
  sandboxUrl: string,
  film: Uint8Array<ArrayBuffer>,
): Promise<FileOfMedia> => {
  const form = new FormData();
  form.append('file', new Blob([film], { type: 'video/mp4' }), 'a film.mp4');
  const answer = await fetch(`${sandboxUrl}/sandbox/drive/files`, { method: 'POST', body: form });
  // the shape of the sandbox
  const { id: driveFileId } = (await answer.json()) as { id: string };
  return {
    key: `drive:${driveFileId}`,
    revision: 'r1',
    bytes: film.length,
    pages: 0,
    mimeType: 'video/mp4',
    store: 'drive',
    driveFileId,
    durationSeconds: 60,
  };
};
