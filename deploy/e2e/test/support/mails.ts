import { expect } from 'vitest';
import { ask } from './ask.ts';
import { PATIENCE_MS } from './journey.ts';

type Mail = { readonly subject: string; readonly text: string };

/** Waits for a mail to somebody that leads to `path`. @returns the whole address in it */
export const linkMailedTo = async (shop: string, address: string, path: string): Promise<string> => {
  const look = async (): Promise<string> => {
    const { json } = await ask(`${shop}/sandbox/mail?to=${encodeURIComponent(address)}`);
    const links = (json as Mail[]).flatMap(({ text }) => text.match(/^http\S+$/gm) ?? []);
    return links.find((link) => new URL(link).pathname === path) ?? '';
  };
  await expect.poll(look, { timeout: PATIENCE_MS }).not.toBe('');
  return look();
};
