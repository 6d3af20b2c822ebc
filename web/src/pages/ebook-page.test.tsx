import { libraryApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { catalogWithEbook, libraryWithAccess } from '../testing/ebook-page.ts';
import { anEbook } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const loaded: string[] = [];
let pagesFail = false;

/** Images whose loading the test controls: all pages load at once, or none does. */
class FakeImage {
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  naturalWidth = 600;
  naturalHeight = 960;
  set src(address: string) {
    loaded.push(address);
    queueMicrotask(() => (pagesFail ? this.onerror?.() : this.onload?.()));
  }
}

beforeEach(() => {
  loaded.length = 0;
  pagesFail = false;
  vi.stubGlobal('Image', FakeImage);
});

const refuse = (code: 'not-found' | 'unavailable') => () => {
  throw new FakeProblem(code, 'no');
};

it('shows title in both scripts, author, price, facts and the statement name (WEB-31)', async () => {
  openPage('/ebook/seven-ways', {
    server: [
      catalogWithEbook({
        altTitle: 'घर के सात रास्ते',
        ratingAverage: 4.6,
        ratingCount: 38,
        contentNotes: ['Grief'],
      }),
    ],
  });

  expect(await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' })).toBeTruthy();
  expect(screen.getByText('घर के सात रास्ते').getAttribute('lang')).toBe('hi');
  expect(screen.getByRole('link', { name: 'Ira Deshmukh' }).getAttribute('href')).toBe(
    '/people/Ira%20Deshmukh',
  );
  expect(screen.getAllByText('₹249').length).toBeGreaterThan(0);
  expect(screen.getByText('212 pages, about 5 hours')).toBeTruthy();
  expect(screen.getByText('Grief')).toBeTruthy();
  expect(screen.getByText('STR MEDIA')).toBeTruthy();
  expect(screen.getByText('38 reviews')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Audio Coming Soon' }).disabled).toBe(true);
  expect((await screen.findByRole('link', { name: 'Get the newsletter' })).getAttribute('href')).toBe(
    '/newsletter',
  );
});

it("shows 'eBook not found' for an unknown id (WEB-35)", async () => {
  openPage('/ebook/nobody', { server: [catalogWithEbook({}, { getEbook: refuse('not-found') })] });

  expect(await screen.findByRole('heading', { level: 1, name: 'eBook not found' })).toBeTruthy();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Search' })).toBeTruthy();
});

it("shows 'Failed to load eBook' when the catalog does not answer, and retries (WEB-35)", async () => {
  let broken = true;
  const { user } = openPage('/ebook/seven-ways', {
    server: [catalogWithEbook({}, { getEbook: () => (broken ? refuse('unavailable')() : anEbook()) })],
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load eBook');

  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' })).toBeTruthy();
});

it('marks the language of the description and of the title in the breadcrumbs', async () => {
  const description = 'چھت پر دو چراغ جلتے ہیں۔';
  openPage('/ebook/seven-ways', {
    server: [catalogWithEbook({ title: 'چراغ', description, language: 'ur' })],
  });

  const blurb = (await screen.findByText(description)).parentElement;
  expect([blurb?.lang, blurb?.dir]).toEqual(['ur', 'rtl']);
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getByText('چراغ').lang).toBe('ur');
});

it('sends a visitor who buys to the login, and back to the open checkout dialog (WEB-76)', async () => {
  const { user, where } = openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });

  await user.click((await screen.findAllByRole('button', { name: 'Buy eBook' }))[0] as HTMLElement);

  await waitFor(() => expect(where()).toBe('/login?next=%2Febook%2Fseven-ways%3Fbuy%3D1'));
});

it('replaces Buy with a banner and a link to the whole book once it is owned', async () => {
  openPage('/ebook/seven-ways', { userId: 'asha', server: [catalogWithEbook(), libraryWithAccess(true)] });

  expect(await screen.findByText('You own this eBook')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buy eBook' })).toBeNull();
  expect(screen.getAllByRole('link', { name: 'Read now' })[0]?.getAttribute('href')).toBe('/read/seven-ways');
});

it('offers an open access book to everyone', async () => {
  openPage('/ebook/seven-ways', {
    server: [catalogWithEbook({ isFree: true, isForSale: false, priceINR: 0, priceUSD: 0 })],
  });

  expect((await screen.findAllByRole('link', { name: 'Read now, free' })).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Free').length).toBeGreaterThan(0);
});

it("shows 'Price not available' and 'Not for Sale' for a book without a price (WEB-37)", async () => {
  openPage('/ebook/seven-ways', {
    server: [catalogWithEbook({ priceINR: null, priceUSD: null, isForSale: false })],
  });

  expect((await screen.findAllByText('Price not available')).length).toBeGreaterThan(0);
  const [button] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Not for Sale' });
  expect(button?.disabled).toBe(true);
});

it('turns the pages of the sample, preloads the next one, and stops at its end (WEB-32, WEB-34)', async () => {
  const { user } = openPage('/ebook/seven-ways', { server: [catalogWithEbook({ previewPages: 3 })] });
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  expect(preview.getByText('Page 1 of 3')).toBeTruthy();
  expect(preview.getByRole<HTMLButtonElement>('button', { name: 'Prev page' }).disabled).toBe(true);
  await waitFor(() => expect(loaded.some((address) => address.includes('/preview-pages/2?'))).toBe(true));

  await user.click(preview.getByRole('button', { name: 'Next page' }));
  preview.getByRole('group', { name: 'Preview pages' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');

  expect(preview.getByText('Page 3 of 3')).toBeTruthy();
  expect(preview.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
  expect(loaded.filter((address) => address.includes('/preview-pages/2?'))).toHaveLength(1);
  expect(
    loaded.every((address) => /^\/api\/ebooks\/seven-ways\/preview-pages\/[123]\?w=360&v=f1$/.test(address)),
  ).toBe(true);
});

it("shows 'Preview unavailable' with the cover when a page fails to load (WEB-35)", async () => {
  pagesFail = true;
  openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });

  expect(await screen.findByText('Preview unavailable')).toBeTruthy();
});

it('opens the sample at a larger size in a dialog (WEB-32)', async () => {
  const { user } = openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });

  await user.click(await screen.findByRole('button', { name: 'Full screen' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Seven Ways Home' }));
  expect(dialog.getByText('Page 1 of 14')).toBeTruthy();
});

it('opens in a window of 1200 by 800, and keeps the page ratio 1 to 1.6 (WEB-33)', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });
  await user.click(await screen.findByRole('button', { name: 'Full screen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Seven Ways Home' }));
  await user.click(dialog.getByText('Open in a new window'));

  expect(open).toHaveBeenCalledWith(
    expect.stringContaining('/ebook/seven-ways?preview=true'),
    expect.anything(),
    expect.stringMatching(/width=1200,height=800/),
  );
});

it('shows its owner the page to continue at, and never the word sample', async () => {
  openPage('/ebook/seven-ways', {
    userId: 'asha',
    server: [catalogWithEbook(), libraryWithAccess(true, { page: 47, pages: 212 })],
  });
  expect(await screen.findByText('You own this eBook')).toBeTruthy();
  const [resume] = await screen.findAllByRole('link', { name: 'Continue, page 47' });
  expect(resume?.getAttribute('href')).toBe('/read/seven-ways');
  expect(screen.getByText('Page 47 of 212')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Preview pages' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Read the beginning' })).toBeNull();
  expect(document.body.innerHTML).not.toMatch(/sample(?!-)/i);
});

it('shows the sentence that sells once, and what the price includes in plain words', async () => {
  const tagline = 'Seven stories, one railway line.';
  openPage('/ebook/seven-ways', {
    server: [catalogWithEbook({ tagline, description: `${tagline} A band plays on.` })],
  });
  expect(await screen.findByText(tagline)).toBeTruthy();
  expect(screen.getByText('A band plays on.')).toBeTruthy();
  const get = within(screen.getByRole('list', { name: 'What you get' }));
  expect(get.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    '212 pages in English, about 5 hours',
    'Opens in the browser, on a phone or a computer (PDF, 3.1 MB)',
    'Yours to keep. One payment, no subscription',
  ]);
});

it('names the start of the sample in the addresses of its pages, which are cached forever', async () => {
  openPage('/ebook/seven-ways', { server: [catalogWithEbook({ sampleStart: 4, previewPages: 1 })] });
  await waitFor(() => expect(loaded).toEqual(['/api/ebooks/seven-ways/preview-pages/1?w=360&v=f1.4']));
});

it('opens the sample from beside the price', async () => {
  const { user } = openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });
  await screen.findByRole('region', { name: 'Preview' });
  await user.click(screen.getByRole('button', { name: 'Read the beginning' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Seven Ways Home' }));
  expect(dialog.getByText('Page 1 of 14')).toBeTruthy();
});

it('marks the document while the price or the sample is in view, so that nothing fixed covers them', async () => {
  const observed: { target: Element; report: (isIntersecting: boolean) => void }[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly call: (entries: { isIntersecting: boolean }[]) => void;
      constructor(call: (entries: { isIntersecting: boolean }[]) => void) {
        this.call = call;
      }
      observe(target: Element) {
        observed.push({ target, report: (isIntersecting) => this.call([{ isIntersecting }]) });
      }
      unobserve() {}
      disconnect() {}
    },
  );
  openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });
  const sample = await screen.findByRole('region', { name: 'Preview' });
  const root = document.documentElement;
  const one = observed.find(({ target }) => target === sample);
  one?.report(true);
  expect(root.hasAttribute('data-sample-in-view')).toBe(true);
  one?.report(false);
  expect(root.hasAttribute('data-sample-in-view')).toBe(false);
  one?.report(true);
  cleanup();
  expect(root.hasAttribute('data-sample-in-view')).toBe(false);
});

it('does not call it a sample before the library has answered who owns it', async () => {
  const { promise, resolve } = Promise.withResolvers<{ hasAccess: boolean }>();
  const library = plays(libraryApi, { checkAccess: () => promise });
  openPage('/ebook/seven-ways', { userId: 'asha', server: [catalogWithEbook(), library] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' })).toBeTruthy();
  expect(screen.queryByText(/A free sample/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Read the beginning' })).toBeNull();

  resolve({ hasAccess: false });
  expect(await screen.findByText(/A free sample/)).toBeTruthy();
});

it('opens the whole book for its owner at ?preview=true', async () => {
  const { where } = openPage('/ebook/seven-ways?preview=true', {
    userId: 'asha',
    server: [catalogWithEbook(), libraryWithAccess(true)],
  });
  await waitFor(() => expect(where()).toBe('/read/seven-ways'));
});

it('fills the window with the sample at ?preview=true (WEB-32)', async () => {
  openPage('/ebook/seven-ways?preview=true', { server: [catalogWithEbook()] });

  expect(await screen.findByRole('link', { name: 'Close the sample' })).toBeTruthy();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

it('refetches the book when a live message names it (WEB-36)', async () => {
  let title = 'Seven Ways Home';
  const { client } = openPage('/ebook/seven-ways', {
    server: [catalogWithEbook({}, { getEbook: () => anEbook({ title }) })],
  });
  await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' });

  title = 'Eight Ways Home';
  await act(() => client.invalidateQueries({ queryKey: ['catalog', 'ebook', 'seven-ways'] }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Eight Ways Home' })).toBeTruthy();
});

it('adds structured data without letting a text end the block', async () => {
  openPage('/ebook/seven-ways', { server: [catalogWithEbook({ description: 'A </script> in a story.' })] });
  await screen.findByRole('heading', { level: 1, name: 'Seven Ways Home' });

  const block = await waitFor(() => {
    const found = document.querySelector('script[type="application/ld+json"]');
    expect(found).not.toBeNull();
    return found;
  });
  expect(block?.innerHTML).not.toContain('</script>');
  expect(JSON.parse(block?.innerHTML ?? '')).toMatchObject({ '@type': 'Book', offers: { price: 249 } });
});
