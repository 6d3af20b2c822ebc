import { type PageText, pageOfKey, resolveBlocks } from '@satrangi/contracts/pure';
import { interfaceLocale } from '@satrangi/kit/language/language';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sectionsQuery } from './page-sections.ts';
import { textValues } from './use-texts.ts';

/** An article whose sections take longer than this is shown with its built-in text. */
const WAIT_MS = 1_500;

export type Article<K extends string> = {
  /** Undefined while the sections are awaited. */
  readonly blocks: Readonly<Record<K, string>> | undefined;
  /** The English text, while its translation is shown. */
  readonly original: Readonly<Record<K, string>> | undefined;
  /** The built-in text is shown because the cms did not answer. */
  readonly isUnchecked: boolean;
  readonly retry: () => void;
};

type Texts<K extends string> = Readonly<Record<K, PageText>>;

/**
 * The rich texts of a page. They stay the same until the page is opened again or `retry` is called, so that words never
 * change under a reader.
 */
export const useArticle = <K extends string>(texts: Texts<K>): Article<K> => {
  const page = pageOfKey(Object.keys(texts)[0] ?? '');
  const { data, isError, isStale, isFetching, refetch } = useQuery(sectionsQuery(page));
  const own = useQuery({
    queryKey: ['article', interfaceLocale(), page],
    queryFn: async () => (await import('../articles/hindi.ts')).resolveInHindi(page),
    enabled: interfaceLocale() === 'hi-IN',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isLate, setLate] = useState(false);
  const [shown, setShown] = useState<Pick<Article<K>, 'blocks' | 'original' | 'isUnchecked'>>();
  useEffect(() => {
    if (shown) return;
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const isCurrent = data !== undefined && !(isStale && isFetching);
  const isSettled = (isCurrent || isLate || (isError && !isFetching)) && !own.isLoading;
  if (!shown && isSettled) {
    const original = resolveBlocks(texts, data ?? [], textValues);
    const blocks = own.data?.(texts, data ?? [], textValues) ?? original;
    const isTranslated = JSON.stringify(blocks) !== JSON.stringify(original);
    setShown({ blocks, original: isTranslated ? original : undefined, isUnchecked: data === undefined });
  }

  const retry = (): void => {
    setLate(false);
    setShown(undefined);
    refetch().catch(() => undefined);
  };
  return {
    blocks: shown?.blocks,
    original: shown?.original,
    isUnchecked: shown?.isUnchecked ?? false,
    retry,
  };
};
