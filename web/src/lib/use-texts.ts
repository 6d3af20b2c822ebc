import { type PageText, pageOfKey, resolveTexts, type TextValues } from '@satrangi/contracts/pure';
import { scriptProps } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { beginOpening, endOpening, sectionsQuery } from './page-sections.ts';
import { site } from './site.ts';

export const textValues: TextValues = { name: site.name, email: site.contactEmail };

/**
 * The plain texts of a page: the sections of the cms where they arrived in time, else the fallbacks. They stay the same
 * until the page is opened again.
 */
export const useTexts = <K extends string>(texts: Readonly<Record<K, PageText>>): Record<K, string> => {
  const client = useQueryClient();
  const page = pageOfKey(Object.keys(texts)[0] ?? '');
  const [opening] = useState(() => beginOpening(client, page));
  // suspends, as a query does: a navigation keeps the old page until then
  if (!opening.isOver) throw opening.promise;
  const [values] = useState(() =>
    resolveTexts(texts, client.getQueryData(sectionsQuery(page).queryKey) ?? [], textValues),
  );
  useEffect(() => endOpening(client, page), [client, page]);
  return values;
};

/** `lang` and `dir` for a text in another script than Latin. */
export const textProps = (text: string): { lang?: string; dir?: 'ltr' | 'rtl' } => {
  const props = scriptProps(text);
  return props.lang === 'en' ? {} : props;
};
