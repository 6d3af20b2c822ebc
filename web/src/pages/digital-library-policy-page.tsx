import { libraryPolicyTexts } from '@satrangi/contracts/texts/library-policy';
import { ArticlePage } from '../features/article/article-page.tsx';

export function LibraryPolicyPage() {
  return <ArticlePage title="Digital library policy" texts={libraryPolicyTexts} />;
}
