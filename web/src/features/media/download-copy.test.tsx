import { catalogApi, libraryApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { catalogWithEbook } from '../../testing/ebook-page.ts';
import { anEbook, emptyLists } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

// loaded before, so that no test waits for three parts one after another
beforeAll(() => Promise.all([import('./buy-extras.tsx'), import('./download-copy.tsx')]), 60_000);

const saved: { href: string | null; name: string }[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ href: this.getAttribute('href'), name: this.download });
  });
});

const answers = {
  checkAccess: () => ({ hasAccess: true, downloadBytes: 2_100_000 }),
  createTicket: () => ({ ticket: 'a-ticket', expiresAt: '2099-01-01T00:00:00.000Z' }),
  downloadPdf: () => new Response('x', { status: 206 }),
  downloadMagazinePdf: () => new Response('x', { status: 206 }),
  downloadEpub: () => new Response('x', { status: 206 }),
  getProgress: () => ({ progress: null }),
};
const library = (different: Partial<Parameters<typeof plays<typeof libraryApi>>[1]> = {}) =>
  plays(libraryApi, { ...answers, ...different });
const name = 'Download your copy (PDF, 2.1 MB)';

it('passes the copy of a buyer to the browser, and says what it leaves on the device', async () => {
  const server = [catalogWithEbook({ allowsDownload: true }), library()];
  const { user } = openPage('/ebook/seven-ways', { userId: 'asha', server });
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() =>
    expect(saved).toEqual([{ href: '/api/ebooks/seven-ways/download?ticket=a-ticket', name: '' }]),
  );
  expect(
    screen.getByText('Saved as book.pdf. It stays on this device after you log out or press Exit.'),
  ).toBeTruthy();
});

it('passes the EPUB beside the PDF, with its size and neutral name', async () => {
  const checkAccess = () => ({ hasAccess: true, downloadBytes: 2_100_000, epubBytes: 41_000 });
  const server = [
    catalogWithEbook({ allowsDownload: true, fileBytes: 2_100_000, epubBytes: 41_000 }),
    library({ checkAccess }),
  ];
  const { user } = openPage('/ebook/seven-ways', { userId: 'asha', server });
  await user.click(await screen.findByRole('button', { name: 'Download the EPUB (41 kB)' }));
  await waitFor(() =>
    expect(saved).toEqual([{ href: '/api/ebooks/seven-ways/epub?ticket=a-ticket', name: '' }]),
  );
  expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(
    screen.getByText(
      'Saved as book.pdf or book.epub. They stay on this device after you log out or press Exit.',
    ),
  ).toBeTruthy();
});

it('names the EPUB before the purchase', async () => {
  const item = { allowsDownload: true, fileBytes: 2_100_000, epubBytes: 41_000 } as const;
  openPage('/ebook/seven-ways', { server: [catalogWithEbook(item)] });
  expect(
    await screen.findByText('Opens in the browser, or as a download (PDF, 2.1 MB; EPUB, 41 kB)'),
  ).toBeTruthy();
});

it('shows what the server says of an EPUB that it can not prepare, beside the PDF', async () => {
  const sentence = 'This EPUB can not be prepared right now. Please download the PDF.';
  const server = [
    catalogWithEbook({ allowsDownload: true }),
    library({
      checkAccess: () => ({ hasAccess: true, downloadBytes: 2_100_000, epubBytes: 41_000 }),
      downloadEpub: () => {
        throw new FakeProblem('unavailable', sentence);
      },
    }),
  ];
  const { user } = openPage('/ebook/seven-ways', { userId: 'asha', server });
  await user.click(await screen.findByRole('button', { name: 'Download the EPUB (41 kB)' }));
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() =>
    expect(saved.map(({ href }) => href)).toEqual(['/api/ebooks/seven-ways/download?ticket=a-ticket']),
  );
});

it('of an issue comes from its own address', async () => {
  const server = [
    plays(catalogApi, {
      ...emptyLists,
      getMagazine: () => anEbook({ mediaType: 'magazine', allowsDownload: true }),
    }),
    library(),
  ];
  const { user } = openPage('/magazine/seven-ways', { userId: 'asha', server });
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() =>
    expect(saved.map(({ href }) => href)).toEqual(['/api/magazines/seven-ways/download?ticket=a-ticket']),
  );
});

it('shows the refusal of the server, and downloads nothing', async () => {
  const downloadPdf = vi.fn(() => {
    throw new FakeProblem('purchase-required', 'Purchase required');
  });
  const server = [catalogWithEbook({ allowsDownload: true }), library({ downloadPdf })];
  const { user } = openPage('/ebook/seven-ways', { userId: 'asha', server });
  await user.click(await screen.findByRole('button', { name }));
  expect((await screen.findByRole('alert')).textContent).toBe('Purchase required');
  downloadPdf.mockImplementation(() => {
    throw new FakeProblem('unavailable', 'Not available right now');
  });
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'The download did not start. Please check your connection and try again.',
    ),
  );
  expect(saved).toEqual([]);
});

it('is not offered to readers who did not buy it, or where the rights do not allow it', async () => {
  const borrowed = library({ checkAccess: () => ({ hasAccess: true }) });
  openPage('/ebook/seven-ways', {
    userId: 'asha',
    server: [catalogWithEbook({ allowsDownload: true }), borrowed],
  });
  await screen.findByText('You own this eBook');
  await screen.findByRole('button', { name: 'Give it to somebody' });
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  cleanup();

  openPage('/ebook/seven-ways', { userId: 'asha', server: [catalogWithEbook(), library()] });
  await screen.findByText('You own this eBook');
  await screen.findByRole('button', { name: 'Give it to somebody' });
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});
