import { catalogApi, libraryApi, MediaId } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anEbook, emptyLists } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const magazine = anEbook({
  _id: MediaId.parse('m1'),
  mediaType: 'magazine',
  title: 'Verandah 1',
  issueNumber: '1',
  previewPages: 1,
});
const catalog = () => plays(catalogApi, { ...emptyLists, getMagazine: () => magazine });
const owning = (hasAccess: boolean) =>
  plays(libraryApi, {
    checkAccess: () => ({ hasAccess }),
    listEntries: () => [],
    getProgress: () => ({ progress: null }),
  });
const factOf = (term: string): string | null | undefined =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the page of a magazine', () => {
  it('has its cover, its issue and a button to buy it (WEB-42)', async () => {
    openPage('/magazine/m1', { server: [catalog()] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Verandah 1' })).toBeTruthy();
    expect(factOf('Issue')).toBe('1');
    expect(screen.getAllByRole('button', { name: 'Buy Magazine' }).length).toBeGreaterThan(0);
  });

  it('lists its pieces with their pages, and offers a look inside before the price is paid', async () => {
    const contents = [
      { title: 'Leak', page: 6 },
      { title: 'Two Poems', page: 8 },
    ];
    const server = [
      plays(catalogApi, {
        ...emptyLists,
        getMagazine: () => ({ ...magazine, contents, previewPages: 3, sampleStart: 5 }),
      }),
    ];
    openPage('/magazine/m1', { server });
    const list = within(await screen.findByRole('region', { name: 'In this issue' }));
    expect(list.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Leak, page 6',
      'Two Poems, page 8',
    ]);
    expect(await screen.findByText('Page 1 of 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Look inside' })).toBeTruthy();
  });

  it('tells each fact once, and has the links to share after the sample', async () => {
    const getMagazine = () => ({ ...magazine, genres: ['Essays'] });
    openPage('/magazine/m1', { server: [plays(catalogApi, { ...emptyLists, getMagazine })] });
    const share = await screen.findByRole('heading', { name: 'Share' });
    const sample = await screen.findByText('Page 1 of 1');
    await screen.findByRole('heading', { name: 'About this title' });

    expect(screen.getAllByText('Language', { selector: 'dt' })).toHaveLength(1);
    expect(screen.getAllByText(/^Genres?$/, { selector: 'dt' })).toHaveLength(1);
    expect(sample.compareDocumentPosition(share) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('links its owner to the reader', async () => {
    openPage('/magazine/m1', { userId: 'asha', server: [catalog(), owning(true)] });
    expect(await screen.findByText('You own this magazine')).toBeTruthy();
    const [read] = screen.getAllByRole('link', { name: 'Read now' });
    expect(read?.getAttribute('href')).toBe('/read/m1');
  });
});
