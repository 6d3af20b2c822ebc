import type { Browser } from 'playwright-core';
import { cardCss } from './cards.ts';

export const FRAMES_A_SECOND = 12;
const FRAME = { width: 960, height: 540 } as const;
/** Pictures are drawn on a field of 640 × 360. */
const stageCss = `#stage { width: 640px; height: 360px; zoom: ${FRAME.width / 640}; }`;

/** Renders the frames of a film as PNG images, in order. */
export const photograph = async function* (
  browser: Browser,
  fonts: string,
  seconds: number,
  frameAt: (seconds: number) => string,
): AsyncGenerator<Buffer> {
  const page = await browser.newPage({ viewport: FRAME });
  await page.setContent(`<style>${fonts}${cardCss}${stageCss}</style><div id="stage"></div>`);
  const camera = await page.context().newCDPSession(page);
  const show = `(html) => { document.querySelector('#stage').innerHTML = html; return document.fonts.ready.then(() => true); }`;
  for (let frame = 0; frame < Math.floor(seconds * FRAMES_A_SECOND); frame += 1) {
    await page.evaluate(`(${show})(${JSON.stringify(frameAt(frame / FRAMES_A_SECOND))})`);
    const { data } = await camera.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    yield Buffer.from(data, 'base64');
  }
  await page.close();
};
