import { z } from 'zod';
import type { PageHead, SiteSettings } from './page-head.ts';
import { pagePaths } from './page-paths.ts';
import { previewImage } from './preview-images.ts';
import { pageOfKey } from './section-keys.ts';
import { pageTextEditionPath } from './share-links.ts';
import { truncate } from './text.ts';
import { aboutTexts } from './texts/about.ts';
import { creatorPolicyTexts } from './texts/creator-policy.ts';
import { crowdfundingTexts } from './texts/crowdfunding.ts';
import { faqTexts } from './texts/faq.ts';
import { libraryPolicyTexts } from './texts/library-policy.ts';
import { type PageTexts, paragraphsOf, resolveBlocks } from './texts/page-text.ts';
import { privacyTexts } from './texts/privacy.ts';
import { questionsOf } from './texts/questions.ts';
import { refundsTexts } from './texts/refunds.ts';
import { termsTexts } from './texts/terms.ts';

const DESCRIPTION_MAX = 160;

const Sections = z.array(z.object({ key: z.string(), content: z.string() }));

/** Structured data of a page, made from its rich text (schema.org). */
type DataOf = (richText: string, site: SiteSettings) => object | undefined;

const organization: DataOf = (richText, { name, origin, email }) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name,
  url: origin,
  email,
  description: paragraphsOf(richText)[0],
});

const faqPage: DataOf = (richText) => {
  const questions = questionsOf(richText).flatMap((group) => group.questions);
  if (questions.length === 0) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: paragraphsOf(answer).join(' ') },
    })),
  };
};

/** A page that consists of its texts. The head has their fallbacks when the cms does not answer in time. */
const textPage = (
  path: string,
  title: string,
  texts: PageTexts,
  { dataOf, hasEdition = true }: { readonly dataOf?: DataOf; readonly hasEdition?: boolean } = {},
) => {
  const richTextOf = (sections: z.infer<typeof Sections>, site: SiteSettings): string =>
    Object.values(resolveBlocks(texts, sections, site)).join('');
  const headOf = (sections: z.infer<typeof Sections>, site: SiteSettings): PageHead => {
    const richText = richTextOf(sections, site);
    const text = paragraphsOf(richText);
    const data = dataOf?.(richText, site);
    return {
      title,
      description: truncate(text[0] ?? site.tagline, DESCRIPTION_MAX),
      ...(data && { data }),
      image: previewImage('page'),
      breadcrumbs: [{ name: title, path }],
      text,
      ...(hasEdition && { textEdition: pageTextEditionPath(path) }),
      isIndexed: true,
    };
  };
  const page = pageOfKey(Object.keys(texts)[0] ?? '');
  return {
    path,
    title,
    hasEdition,
    /** The text of the page as HTML. @param response of `item.apiPath`; without one the built-in text */
    richText: (response: unknown, site: SiteSettings): string =>
      richTextOf(response === undefined ? [] : Sections.parse(response), site),
    head: (site: SiteSettings) => headOf([], site),
    item: {
      apiPath: () => `/cms/real-pages/${page}/sections`,
      head: (response: unknown, site: SiteSettings) => headOf(Sections.parse(response), site),
    },
  };
};

/**
 * Pages whose content is a cms section each, with the built-in text until one is published. About has headings that only
 * the page adds, so it has no text edition.
 */
export const textPages = [
  textPage(pagePaths.about, 'About', aboutTexts, { dataOf: organization, hasEdition: false }),
  textPage(pagePaths.faq, 'Questions and answers', faqTexts, { dataOf: faqPage }),
  textPage(pagePaths.terms, 'Terms of use', termsTexts),
  textPage(pagePaths.privacy, 'Privacy policy', privacyTexts),
  textPage(pagePaths.refunds, 'Refund and return policy', refundsTexts),
  textPage(pagePaths.libraryPolicy, 'Digital library policy', libraryPolicyTexts),
  textPage(pagePaths.creatorPolicy, 'Content creator partnership policy', creatorPolicyTexts),
  textPage(pagePaths.crowdfunding, 'Crowdfunding terms', crowdfundingTexts),
];
