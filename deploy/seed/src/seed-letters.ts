import { cmsApi, createClient, LetterDraft } from '@satrangi/contracts';
import { readTexts } from './read-content.ts';

/** A draft of a letter. */
export type SeedLetter = { readonly slug: string; readonly draft: LetterDraft };

/** All demo letters: `content/letters/<slug>.json` with subject and first line, and its text `<slug>.html`. */
export const loadSeedLetters = async (): Promise<SeedLetter[]> =>
  (await readTexts('letters', LetterDraft.omit({ content: true }))).map(({ slug, ...draft }) => ({
    slug,
    draft,
  }));

type Input = {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly letters: readonly SeedLetter[];
  readonly onDone?: (letter: SeedLetter) => void;
};

/**
 * Adds letters as drafts: an admin reads, changes and sends them. A draft with the same subject is left as it is.
 * @param onDone called after each letter that exists now
 */
export const seedLetters = async ({ baseUrl, adminToken, letters, onDone }: Input): Promise<void> => {
  if (letters.length === 0) return;
  const cms = createClient(cmsApi, { baseUrl, token: () => adminToken });
  const existing = await cms.listLetters();
  for (const letter of letters) {
    const isThere = existing.some(({ subject }) => subject === letter.draft.subject);
    if (!isThere) await cms.createLetter({ body: letter.draft });
    onDone?.(letter);
  }
};
