import { privacyTexts } from '@satrangi/contracts/texts/privacy';
import { ArticlePage } from '../features/article/article-page.tsx';

export function PrivacyPage() {
  return <ArticlePage title="Privacy policy" texts={privacyTexts} />;
}
