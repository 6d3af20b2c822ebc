import { expect } from 'vitest';
import { httpRequest } from './http-request.ts';

type Mail = { readonly subject: string; readonly text: string };

/** Waits for a mail with a link to `path`, with this beginning of the fragment. @returns the link */
export const findMailedLink = async (
  shop: string,
  address: string,
  path: string,
  hash = '',
): Promise<string> => {
  const probe = async (): Promise<string> => {
    const { json } = await httpRequest(`${shop}/sandbox/mail?to=${encodeURIComponent(address)}`);
    const links = (json as Mail[]).flatMap(({ text }) => text.match(/^http\S+$/gm) ?? []);
    return (
      links.map((link) => new URL(link)).find((link) => link.pathname === path && link.hash.startsWith(hash))
        ?.href ?? ''
    );
  };
  await expect.poll(probe).not.toBe('');
  return probe();
};
