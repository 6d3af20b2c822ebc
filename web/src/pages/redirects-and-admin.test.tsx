import { catalogApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from '../lib/page.ts';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => vi.restoreAllMocks());

const catalog = plays(catalogApi, { listEbooks: () => ({ items: [], total: 0, nextCursor: null }) });

describe('earlier addresses (WEB-05)', () => {
  it.each([
    ['/library', '/digital-library'],
    ['/community', '/virtual-run'],
    ['/run-registration', '/virtual-run'],
  ])('%s redirects to %s', async (from, to) => {
    const { where } = openPage(from, { server: [catalog] });
    await waitFor(() => expect(where()).toBe(to));
  });
});

describe('/admin inside the shop (WEB-07)', () => {
  it('is loaded by the browser, because the back office is an app of its own', async () => {
    const replace = vi.spyOn(page, 'replace').mockImplementation(() => {});
    openPage('/admin?tab=usage', { userId: 'asha', server: [catalog] });
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/admin?tab=usage'));
  });

  it('is not loaded over and over by a site without a back office', async () => {
    const replace = vi.spyOn(page, 'replace').mockImplementation(() => {});
    vi.spyOn(page, 'isLoadedAt').mockReturnValue(true);
    openPage('/admin', { userId: 'asha', server: [catalog] });
    expect(await screen.findByText('The back office is not installed here.')).toBeTruthy();
    expect(replace).not.toHaveBeenCalled();
  });
});
