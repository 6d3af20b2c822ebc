import { termsTexts } from '@satrangi/contracts/texts/terms';
import { ArticlePage } from '../features/article/article-page.tsx';

export function TermsPage() {
  return <ArticlePage title="Terms of use" texts={termsTexts} />;
}
