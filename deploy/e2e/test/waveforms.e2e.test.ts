/** The waveform of a recording that an editor uploads (decision 0153): measured in Chromium, shown to readers. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { catalogApi, createClient, waveformHeights } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { expectFine, openDesk } from './support/back-office.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const seeded = (name: string): string => fileURLToPath(new URL(`../../seed/files/${name}`, import.meta.url));

/** The largest difference of two bars. */
const difference = (one: string, other: string): number => {
  const heights = waveformHeights(other);
  return Math.max(...waveformHeights(one).map((height, bar) => Math.abs(height - (heights[bar] ?? 0))));
};

const platform = usePlatform();
const browser = useBrowser();

describe.skipIf(!chromiumPath)('the waveform of an uploaded recording', () => {
  it.each([
    ['M4A of 20 minutes', 'the-lift-between-four-and-five', 'm4a'],
    ['MP3', 'interval-at-the-prabhat', 'mp3'],
  ])('%s: Chromium measures what ffmpeg does', async (_name, slug, ending) => {
    const editor = createClient(catalogApi, { baseUrl: platform.api, token: () => platform.admin.token });
    const { _id: id } = await editor.createAudioStory({
      body: {
        title: slug,
        narrator: 'Sulekha Sen',
        description: 'A story.',
        format: 'audio',
        priceINR: 0,
        fileFollows: true,
      },
    });
    await using desk = await openDesk(browser, platform, platform.admin);
    const page = await desk.newPage();
    await page.goto(`${platform.url}/admin?tab=media&open=audiostory:${id}`);
    await page.getByLabel('Recording', { exact: true }).setInputFiles(seeded(`${slug}.${ending}`));
    await page.getByText(`${slug}.${ending} is stored.`).waitFor();
    await page.getByText('The player shows the waveform of this recording.').waitFor();
    await page.getByLabel('Free clip').scrollIntoViewIfNeeded();
    await expectFine(page, 'waveform');

    const { waveform = '' } = await editor.getAudioStory({ params: { id } });
    // the metadata of a seeded recording
    const measured = JSON.parse(await readFile(seeded(`${slug}.json`), 'utf8')) as { waveform: string };
    expect(difference(waveform, measured.waveform)).toBeLessThan(0.12);

    await using visitor = await openVisitor(browser, platform.url);
    const shop = await visitor.newPage();
    await shop.goto(`${platform.url}/audio-story/${id}`);
    const player = shop.getByRole('region', { name: 'Player' });
    await player.waitFor();
    expect(await player.locator('path[d^="M0.5"]').count()).toBe(2);
    expect([...desk.problems, ...visitor.problems]).toEqual([]);
  });

  it('of a recording that came without one is measured from the stored file', async () => {
    const editor = createClient(catalogApi, { baseUrl: platform.api, token: () => platform.admin.token });
    const { _id: id } = await editor.createOralHistory({
      body: {
        title: 'Aridaram',
        speaker: 'Sulekha Sen',
        description: 'A story.',
        format: 'audio',
        priceINR: 50,
        fileFollows: true,
      },
    });
    const file = new Blob([await readFile(seeded('aridaram.m4a'))], { type: 'audio/mp4' });
    const params = { id };
    await editor.uploadOralHistoryFile({ params, files: { file } });
    await using desk = await openDesk(browser, platform, platform.admin);
    const page = await desk.newPage();
    await page.goto(`${platform.url}/admin?tab=media&open=oralhistory:${id}`);
    const measure = page.getByRole('button', { name: 'Measure the waveform' });
    await measure.scrollIntoViewIfNeeded();
    await expectFine(page, 'waveform-missing');
    await measure.click();
    await page.getByText('The player shows the waveform of this recording.').waitFor();

    // the metadata of a seeded recording
    const measured = JSON.parse(await readFile(seeded('aridaram.json'), 'utf8')) as { waveform: string };
    const { waveform = '' } = await editor.getOralHistory({ params });
    expect(difference(waveform, measured.waveform)).toBeLessThan(0.12);
    expect(desk.problems).toEqual([]);
  });
});
