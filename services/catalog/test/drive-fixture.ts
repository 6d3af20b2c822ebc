import { startSandboxWithoutShop } from '@satrangi/sandbox';
import { bootCatalog } from './boot-catalog.ts';
import { mp4Of } from './media-files.ts';

/** A catalog with a sandbox Google Drive. */
export const bootWithDrive = async () => {
  const sandbox = await startSandboxWithoutShop();
  const fixture = await bootCatalog({ env: { GOOGLE_BASE_URL: sandbox.url } });
  const call = (method: string, path: string, body: unknown) =>
    fetch(`${sandbox.url}/sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    fixture,
    upload: async (content: Blob, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', content, 'a film.mp4');
      const response = await fetch(`${sandbox.url}/sandbox/drive/files`, { method: 'POST', body: form });
      return (await response.json()) as { id: string; link: string };
    },
    share: (id: string, access: string) => call('PUT', `/drive/files/${id}`, { access }),
    clearFaults: () => fetch(`${sandbox.url}/sandbox/knobs`, { method: 'DELETE' }),
    injectFault: (fault: object) => call('POST', '/knobs', fault),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
};

/** Twelve and a half minutes. */
export const film = () => new Blob([mp4Of({ seconds: 754, fileKind: 'video' })], { type: 'video/mp4' });
