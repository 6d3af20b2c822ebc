import { type AnswerOf, catalogApi, createClient } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import type { Page } from 'playwright-core';

/** Two minutes: fonts are built at the lowest priority, so a busy machine builds them late. */
const BUILT_MS = 120_000;

export type TitleFonts = AnswerOf<typeof catalogApi.listTitleFonts>['faces'];

/** Waits for the title fonts of all four scripts of the seed items. */
export const seedTitleFonts = async (shop: string): Promise<TitleFonts> => {
  const catalog = createClient(catalogApi, { baseUrl: `${shop}/api` });
  return until(
    'the title fonts are built',
    async () => {
      const { faces } = await catalog.listTitleFonts();
      return faces.length === 4 && faces;
    },
    BUILT_MS,
  );
};

/** The fonts that rendered the text of an element. */
export const drawnBy = async (page: Page, selector: string) => {
  // elements outside of the viewport are not rendered; one of a shelf that snaps may not hold still
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }));
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont }) => ({ familyName, isCustomFont }));
};
