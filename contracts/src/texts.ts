import { pageOfKey } from './section-keys.ts';
import { aboutTexts } from './texts/about.ts';
import { archivesTexts } from './texts/archives.ts';
import { conciergeTexts } from './texts/concierge.ts';
import { creatorPolicyTexts } from './texts/creator-policy.ts';
import { crowdfundingTexts } from './texts/crowdfunding.ts';
import { faqTexts } from './texts/faq.ts';
import { homeTexts } from './texts/home.ts';
import { libraryTexts } from './texts/library.ts';
import { libraryPolicyTexts } from './texts/library-policy.ts';
import { newsletterPageTexts } from './texts/newsletter.ts';
import type { PageText, PageTexts } from './texts/page-text.ts';
import { privacyTexts } from './texts/privacy.ts';
import { publishingPageTexts } from './texts/publishing.ts';
import { refundsTexts } from './texts/refunds.ts';
import { runTexts } from './texts/run.ts';
import { supportTexts } from './texts/support.ts';
import { termsTexts } from './texts/terms.ts';

export type ListedText = PageText & { readonly key: string; readonly page: string };

const all: PageTexts = {
  ...homeTexts,
  ...libraryTexts,
  ...archivesTexts,
  ...aboutTexts,
  ...publishingPageTexts,
  ...runTexts,
  ...supportTexts,
  ...faqTexts,
  ...termsTexts,
  ...privacyTexts,
  ...refundsTexts,
  ...libraryPolicyTexts,
  ...creatorPolicyTexts,
  ...crowdfundingTexts,
  ...newsletterPageTexts,
  ...conciergeTexts,
};

/** Every text that pages read, page by page. Pages import the texts of their page only (`contracts/src/texts/`). */
export const pageTexts: readonly ListedText[] = Object.entries(all).map(([key, text]) => ({
  key,
  page: pageOfKey(key),
  ...text,
}));
