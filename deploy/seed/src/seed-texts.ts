import { ApiError, cmsApi, createClient, type ListedText } from '@satrangi/contracts';
import { patiently } from './patiently.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The section content of a text. */
const contentOf = ({ kind, fallback }: ListedText): string =>
  kind === 'html' ? fallback : `<p>${escaped(fallback)}</p>`;

type Input = {
  /** API base URL, for instance `http://127.0.0.1:8080/api`. */
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly texts: readonly ListedText[];
  readonly onSeeded: (key: string) => void;
};

/**
 * Adds a section for each text. A key that exists is left as it is, so that no edit is overwritten.
 * @param onSeeded called after each text; a text must not be seeded again, because its section may have been deleted
 * @returns the number of added sections
 */
export const seedTexts = async ({ baseUrl, adminToken, texts, onSeeded }: Input): Promise<number> => {
  const cms = createClient(cmsApi, { baseUrl, token: () => adminToken });
  let added = 0;
  for (const text of texts) {
    const { key } = text;
    try {
      await patiently(() => cms.addSection({ body: { key, content: contentOf(text) } }), undefined);
      added += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'already-used') throw error;
    }
    onSeeded(key);
  }
  return added;
};
