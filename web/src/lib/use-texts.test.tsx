import { cmsApi, libraryApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { stubEventSource } from '../testing/fake-event-source.ts';
import { aSection } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const noMedia = plays(libraryApi, {});
const heading = () => screen.findByRole('heading', { level: 1 });

/** A cms with these sections, which tests change. */
const cmsWith = (contents: Record<string, string>) =>
  plays(cmsApi, {
    listPageSections: ({ params }) =>
      Object.entries(contents)
        .filter(([key]) => key.startsWith(`${params.page}.`))
        .map(([key, content]) => aSection({ key, content })),
  });

describe('texts of a page (P91, CMS-16)', () => {
  it('a section replaces its text, in any script, and leaves the others', async () => {
    openPage('/archives', {
      server: [noMedia, cmsWith({ 'archives.hero.title': '<p>हमारा <b>अभिलेख</b> &amp; आवाज़ें</p>' })],
    });

    const title = await heading();
    expect(title.textContent).toBe('हमारा अभिलेख & आवाज़ें');
    expect(title.lang).toBe('hi');
    expect(screen.getByText(/kept in drawers, on tapes and in memory/)).toBeTruthy();
  });

  it('shows the fallbacks while the cms fails, and for markup without words', async () => {
    openPage('/archives', {
      server: [
        noMedia,
        plays(cmsApi, {
          listPageSections: () => {
            throw new FakeProblem('unavailable', 'down');
          },
        }),
      ],
    });
    expect((await heading()).textContent).toBe('The archives');
  });

  it('renders hostile content as words', async () => {
    const hostile = '<img src=x onerror="alert(1)"><p>&lt;script&gt;alert(2)&lt;/script&gt;</p>';
    openPage('/archives', { server: [noMedia, cmsWith({ 'archives.hero.title': hostile })] });

    expect((await heading()).innerHTML).toBe('&lt;script&gt;alert(2)&lt;/script&gt;');
  });

  it('waits 300 ms at most, and uses a later answer from the next opening on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const late = Promise.withResolvers<void>();
    const { user, client } = openPage('/archives', {
      server: [
        noMedia,
        plays(cmsApi, {
          listPageSections: async ({ params }) => {
            if (params.page === 'archives') await late.promise;
            return params.page === 'archives'
              ? [aSection({ key: 'archives.hero.title', content: '<p>What we kept</p>' })]
              : [];
          },
        }),
      ],
    });
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect((await heading()).textContent).toBe('The archives');

    late.resolve();
    await waitFor(() => expect(client.getQueryData(['cms', 'sections', 'archives'])).toHaveLength(1));
    expect((await heading()).textContent).toBe('The archives');

    await user.click(screen.getByRole('link', { name: 'Digital library' }));
    await screen.findByRole('heading', { level: 1, name: 'The digital library' });
    await user.click(screen.getByRole('link', { name: 'Archives' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'What we kept' })).toBeTruthy();
  });

  it('an edit reaches the next opening without a deploy', async () => {
    stubEventSource();
    const contents = { 'archives.hero.title': '<p>Before</p>' };
    const { user, client } = openPage('/archives', { server: [noMedia, cmsWith(contents)] });
    expect((await heading()).textContent).toBe('Before');

    contents['archives.hero.title'] = '<p>After</p>';
    await client.invalidateQueries({ queryKey: ['cms', 'sections', 'archives'] });
    expect((await heading()).textContent).toBe('Before');

    await user.click(screen.getByRole('link', { name: 'Digital library' }));
    await screen.findByRole('heading', { level: 1, name: 'The digital library' });
    await user.click(screen.getByRole('link', { name: 'Archives' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'After' })).toBeTruthy();
  });
});
