import { type PageText, resolveBlocks } from '@satrangi/contracts/pure';

/** Built-in rich texts of a page in Hindi, by the key of their section; none for a page whose texts stay in English. */
export const readArticles = async (page: string): Promise<Readonly<Record<string, string>>> => {
  if (page === 'about') return (await import('./hindi/about.ts')).about;
  if (page === 'faq') return (await import('./hindi/faq.ts')).faq;
  return {};
};

/** `resolveBlocks` with built-in words in Hindi. What editors changed stays as they wrote it. */
export const resolveInHindi = async (page: string): Promise<typeof resolveBlocks> => {
  const articles = await readArticles(page);
  return (texts, sections, values) => {
    const built: Readonly<Record<string, PageText>> = texts;
    const own = Object.entries(built).map(([key, text]) => [
      key,
      { ...text, fallback: articles[key] ?? text.fallback },
    ]);
    return resolveBlocks(
      // the keys are those of the texts
      Object.fromEntries(own) as typeof texts,
      sections.map(({ key, content }) => ({
        key,
        content: (content === built[key]?.fallback && articles[key]) || content,
      })),
      values,
    );
  };
};
