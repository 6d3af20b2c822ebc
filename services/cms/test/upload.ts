import type { CmsFixture } from './boot-cms.ts';

/** Uploads a picture as an editor. */
export const upload = async (
  { service, editorToken }: CmsFixture,
  bytes: string | Uint8Array<ArrayBuffer> | null,
  { field = 'image', name = 'a.png', token = editorToken } = {},
) => {
  const body = new FormData();
  if (bytes !== null) body.append(field, new Blob([bytes]), name);
  const answer = await fetch(`${service.url}/cms/upload-image`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** The image as the gateway forwards it: without `/api`. */
export const download = ({ service }: CmsFixture, url: unknown, init?: RequestInit) =>
  fetch(`${service.url}${String(url).replace(/^\/api/, '')}`, init);
