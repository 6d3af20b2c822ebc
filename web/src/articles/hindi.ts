import { type PageText, pageOfKey, resolveBlocks } from '@satrangi/contracts/pure';

/** Each text is a file of its own, named by the key of its section. */
const files = import.meta.glob<string>('./hindi/*.html', { query: '?raw', import: 'default' });

/** Built-in rich texts of a page in Hindi, by the key of their section. */
export const readArticles = async (page: string): Promise<Readonly<Record<string, string>>> => {
  const keys = Object.keys(files).map(
    (path) => [path.slice('./hindi/'.length, -'.html'.length), path] as const,
  );
  const ofPage = keys.filter(([key]) => pageOfKey(key) === page);
  return Object.fromEntries(
    await Promise.all(ofPage.map(async ([key, path]) => [key, (await files[path]?.()) ?? ''])),
  );
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
