import { usePreferences } from '../../lib/preferences.ts';
import { useIsDesktop } from '../../lib/use-is-desktop.ts';
import { isRtl, type ReadMedia } from './read-media.ts';
import { useReaderPreferences } from './reader-preferences.ts';

/** How a book is shown: the reader's preferences, as far as the window and the book allow. */
export const useReaderLayout = (media: ReadMedia) => {
  const { paper, layout, largeText, textSize } = useReaderPreferences();
  const { dataSaver, keys: singleKeys } = usePreferences();
  const isDesktop = useIsDesktop();
  return {
    ...{ paper, largeText, textSize, dataSaver, singleKeys, isDesktop },
    isScroll: layout === 'scroll' && !largeText,
    /** Whether two pages are shown side by side. */
    two: !largeText && (layout === 'two' || (layout === 'auto' && isDesktop)),
    rtl: isRtl(media),
  };
};

export type ReaderLayout = ReturnType<typeof useReaderLayout>;
