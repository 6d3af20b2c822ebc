import type { MediaItem } from '@satrangi/contracts';
import { mediaStructuredData } from '@satrangi/contracts/pure';
import { siteOrigin } from '../../lib/site.ts';

/** `<` is escaped, so that no text can end the block. */
export function StructuredData({ item }: { item: MediaItem }) {
  const data = JSON.stringify(mediaStructuredData(item, siteOrigin())).replaceAll('<', '\\u003c');
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, escaped above
      dangerouslySetInnerHTML={{ __html: data }}
    />
  );
}
