import { type EditorSection, pageOfKey } from '@satrangi/contracts';
import { type PageTexts, sitePages } from '@satrangi/contracts/pure';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const pagesQuery = queryOptions({
  queryKey: ['cms', 'pages'],
  queryFn: ({ signal }) => api.cms.listRealPages({ query: {} }, { signal }),
});

/** The sections of a page as editors see them, in order. */
export const sectionsQuery = (page: string) =>
  queryOptions({
    queryKey: ['cms', 'sections', page],
    queryFn: async ({ signal }): Promise<EditorSection[]> => {
      const sections = await api.cms.listPageSections(
        { params: { page }, query: { draft: '1' } },
        { signal },
      );
      // the desk has the fallbacks of a page itself
      return sections.filter((section): section is EditorSection => 'revision' in section);
    },
  });

export const versionsQuery = (key: string) =>
  queryOptions({
    queryKey: ['cms', 'versions', key],
    queryFn: ({ signal }) => api.cms.listVersions({ params: { key } }, { signal }),
  });

export const snapshotsQuery = queryOptions({
  queryKey: ['cms', 'snapshots'],
  queryFn: ({ signal }) => api.cms.listSnapshots(undefined, { signal }),
});

export const deletedSectionsQuery = queryOptions({
  queryKey: ['cms', 'deleted'],
  queryFn: ({ signal }) => api.cms.listDeletedSections(undefined, { signal }),
});

/** The texts that the code of a page has, by section key: loaded when the page is chosen. */
const textsOfPages: Readonly<Record<string, () => Promise<PageTexts>>> = {
  home: async () => (await import('@satrangi/contracts/texts/home')).homeTexts,
  library: async () => (await import('@satrangi/contracts/texts/library')).libraryTexts,
  archives: async () => (await import('@satrangi/contracts/texts/archives')).archivesTexts,
  about: async () => (await import('@satrangi/contracts/texts/about')).aboutTexts,
  publishing: async () => (await import('@satrangi/contracts/texts/publishing')).publishingPageTexts,
  run: async () => (await import('@satrangi/contracts/texts/run')).runTexts,
  support: async () => (await import('@satrangi/contracts/texts/support')).supportTexts,
  faq: async () => (await import('@satrangi/contracts/texts/faq')).faqTexts,
  terms: async () => (await import('@satrangi/contracts/texts/terms')).termsTexts,
  privacy: async () => (await import('@satrangi/contracts/texts/privacy')).privacyTexts,
  refunds: async () => (await import('@satrangi/contracts/texts/refunds')).refundsTexts,
  librarypolicy: async () => (await import('@satrangi/contracts/texts/library-policy')).libraryPolicyTexts,
  creatorpolicy: async () => (await import('@satrangi/contracts/texts/creator-policy')).creatorPolicyTexts,
  crowdfunding: async () => (await import('@satrangi/contracts/texts/crowdfunding')).crowdfundingTexts,
};

export const textsQuery = (page: string) =>
  queryOptions({
    queryKey: ['texts', page],
    queryFn: async () => (await textsOfPages[page]?.()) ?? ({} as PageTexts),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const FIRST_PAGE = sitePages[0].id;

/** Puts a section into the list of its page without another request. */
export const putSection = (client: QueryClient, section: EditorSection): void => {
  client.setQueryData(sectionsQuery(pageOfKey(section.key)).queryKey, (before) =>
    before?.some(({ _id }) => _id === section._id)
      ? before.map((each) => (each._id === section._id ? section : each))
      : before && [...before, section],
  );
};

/** Asks for everything about sections again. */
export const reloadSections = async (client: QueryClient): Promise<void> => {
  await client.invalidateQueries({ queryKey: ['cms'] });
};
