import { startSandbox } from '@satrangi/sandbox';
import { bootCatalog } from './house.ts';
import { mp4Of } from './reels.ts';

/** A catalog with a Google Drive that is of this machine. */
export const openWorld = async () => {
  const sandbox = await startSandbox({
    webhookBaseUrl: 'http://127.0.0.1:1',
    stripeWebhookSecret: 'whsec_test',
    cashfreeClientId: 'client',
    cashfreeClientSecret: 'secret',
  });
  const house = await bootCatalog({ env: { GOOGLE_BASE_URL: sandbox.url } });
  const call = (method: string, path: string, body: unknown) =>
    fetch(`${sandbox.url}/sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    house,
    upload: async (content: Blob, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', content, 'a film.mp4');
      const response = await fetch(`${sandbox.url}/sandbox/drive/files`, { method: 'POST', body: form });
      return (await response.json()) as { id: string; link: string };
    },
    share: (id: string, access: string) => call('PUT', `/drive/files/${id}`, { access }),
    clearKnobs: () => fetch(`${sandbox.url}/sandbox/knobs`, { method: 'DELETE' }),
    turnKnob: (knob: object) => call('POST', '/knobs', knob),
    [Symbol.asyncDispose]: async () => {
      await house[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
};

/** Twelve and a half minutes. */
export const film = () => new Blob([mp4Of({ seconds: 754, sort: 'video' })], { type: 'video/mp4' });
