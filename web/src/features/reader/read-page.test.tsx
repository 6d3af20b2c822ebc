import { catalogApi, libraryApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anEbook, anEntry } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

/** pdf.js needs a real browser to render; this stub opens books without rendering. */
const pdfjs = vi.hoisted(() => {
  class ResponseException extends Error {
    readonly status: number;
    constructor(status: number) {
      super(`status ${status}`);
      this.status = status;
    }
  }
  const GlobalWorkerOptions = { workerSrc: '' };
  class TextLayer {
    async render(): Promise<void> {}
  }
  return { getDocument: vi.fn(), GlobalWorkerOptions, ResponseException, TextLayer };
});
vi.mock('pdfjs-dist', () => pdfjs);

const openDocument = () => ({
  promise: Promise.resolve({
    numPages: 212,
    getPage: async () => ({ getViewport: () => ({ width: 400, height: 640 }) }),
    getOutline: async () => null,
  }),
  destroy: async () => {},
});
const failsWith = (status: number) => ({
  promise: Promise.reject(new pdfjs.ResponseException(status)),
  destroy: async () => {},
});

beforeEach(() => {
  pdfjs.getDocument.mockReset();
  pdfjs.getDocument.mockImplementation(openDocument);
});

const documentRequest = () => pdfjs.getDocument.mock.lastCall?.[0];

const shop = (hasAccess: boolean, progress: { page: number; at: string } | null = null) => [
  plays(catalogApi, { getMedia: () => anEbook() }),
  plays(libraryApi, {
    checkAccess: () => ({ hasAccess }),
    getProgress: () => ({ progress: progress && { format: 'text' as const, pages: 212, ...progress } }),
    createTicket: () => ({ ticket: 'a-ticket', expiresAt: '2026-11-01T10:00:00.000Z' }),
    putProgress: ({ body }) => ({ progress: body }),
    listMarks: () => ({ marks: [] }),
  }),
];

describe('/read', () => {
  it('offers a retry and links out when access cannot be loaded', async () => {
    const checkAccess = () => {
      throw new FakeProblem('not-allowed', 'Forbidden');
    };
    openPage('/read/seven-ways', {
      userId: 'asha',
      server: [plays(catalogApi, { getMedia: () => anEbook() }), plays(libraryApi, { checkAccess })],
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load eBook');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Exit' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to its page' }).getAttribute('href')).toBe(
      '/ebook/seven-ways',
    );
  });

  it('keeps an open book when its access cannot be loaded again', async () => {
    const { reloadOffline } = openPage('/read/seven-ways', { userId: 'asha', server: shop(true) });
    const pages = await screen.findByRole('region', { name: 'Pages' });
    await reloadOffline();
    expect(screen.getByRole('region', { name: 'Pages' })).toBe(pages);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows Purchase required without access, and loads nothing of the book', async () => {
    openPage('/read/seven-ways', { userId: 'asha', server: shop(false) });
    expect(await screen.findByRole('heading', { name: 'Purchase required' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to its page' }).getAttribute('href')).toBe(
      '/ebook/seven-ways',
    );
    expect(pdfjs.getDocument).not.toHaveBeenCalled();
  });

  it('sells nothing that does not exist', async () => {
    const getMedia = () => {
      throw new FakeProblem('not-found', 'Not found');
    };
    openPage('/read/nobody', {
      server: [
        plays(catalogApi, { getMedia }),
        plays(libraryApi, { checkAccess: () => ({ hasAccess: false }) }),
      ],
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'eBook not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All eBooks' }).getAttribute('href')).toBe('/e-books');
    expect(screen.getByRole('button', { name: 'Exit' })).toBeTruthy();
    expect(screen.queryByText('Purchase required')).toBeNull();
  });

  it('offers a visitor to log in and come back', async () => {
    openPage('/read/seven-ways', { server: shop(false) });
    const link = await screen.findByRole('link', { name: 'Log in' });
    expect(link.getAttribute('href')).toBe('/login?next=%2Fread%2Fseven-ways');
  });

  it('opens for the owner at the stored position', async () => {
    openPage('/read/seven-ways', {
      userId: 'asha',
      server: shop(true, { page: 47, at: '2026-11-01T10:00:00.000Z' }),
    });
    expect(await screen.findByText('Page 47, where you left off')).toBeTruthy();
    expect(documentRequest()).toMatchObject({
      url: '/api/ebooks/seven-ways/pdf',
      httpHeaders: { authorization: 'Bearer token-of-asha' },
      withCredentials: true,
      disableAutoFetch: true,
      disableStream: true,
      rangeChunkSize: 65_536,
    });
  });

  it('opens a free book for everyone, at the position of this browser', async () => {
    localStorage.setItem(
      'place:visitor:seven-ways',
      JSON.stringify({ page: 9, pages: 212, at: '2026-11-01T10:00:00.000Z' }),
    );
    openPage('/read/seven-ways', { server: shop(true) });
    expect(await screen.findByText('Page 9, where you left off')).toBeTruthy();
    expect(documentRequest()).toMatchObject({ url: '/api/ebooks/seven-ways/pdf', httpHeaders: {} });
  });

  it('opens by a ticket where the session is refused', async () => {
    pdfjs.getDocument.mockImplementationOnce(() => failsWith(401));
    openPage('/read/seven-ways', { userId: 'asha', server: shop(true) });
    expect(await screen.findByText('Page 1 of 212')).toBeTruthy();
    expect(documentRequest()).toMatchObject({
      url: '/api/ebooks/seven-ways/pdf?token=a-ticket',
      httpHeaders: {},
    });
  });

  it('shows that the book did not load and retries', async () => {
    pdfjs.getDocument.mockImplementationOnce(() => failsWith(500));
    const { user } = openPage('/read/seven-ways', { userId: 'asha', server: shop(true) });
    expect(await screen.findByText('Failed to load eBook')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Page 1 of 212')).toBeTruthy();
  });

  it('opens a book for its owner after the catalog removed it', async () => {
    const server = [
      plays(catalogApi, {
        getMedia: () => {
          throw new FakeProblem('not-found', 'eBook not found');
        },
      }),
      plays(libraryApi, {
        checkAccess: () => ({ hasAccess: true }),
        listEntries: () => [anEntry()],
        getProgress: () => ({ progress: null }),
        listMarks: () => ({ marks: [] }),
      }),
    ];
    openPage('/read/seven-ways', { userId: 'asha', server });
    expect(await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' })).toBeTruthy();
  });
});
