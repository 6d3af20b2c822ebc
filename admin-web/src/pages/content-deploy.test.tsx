import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDrafts } from '../lib/drafts.ts';
import { AT, confirm, fail, field, openContent } from '../testing/content-fixture.ts';

beforeEach(() => dropDrafts());

describe('deploying (ADM-22)', () => {
  it('saves what is open first, then deploys and names the revision', async () => {
    const { user, sent } = openContent('/?tab=content&key=home.mission', {
      deploy: async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { ok: true, revision: 7, deployedAt: AT };
      },
    });
    await user.type(await field(), '!');
    await user.dblClick(screen.getByRole('button', { name: 'Deploy Site Content' }));
    expect(await screen.findByText('Deployed as revision 7')).toBeTruthy();
    expect(sent('PUT', '/cms/sections')).toHaveLength(1);
    expect(sent('POST', '/cms/deploy')).toHaveLength(1);
  });

  it('does not deploy when the save failed', async () => {
    const { user, sent } = openContent('/?tab=content&key=home.mission', { saveSection: fail });
    await user.type(await field(), '!');
    await user.click(screen.getByRole('button', { name: 'Deploy Site Content' }));
    expect(await screen.findByText('Failed to save content. Deployment aborted.')).toBeTruthy();
    expect(sent('POST', '/cms/deploy')).toEqual([]);
  });

  it('shows when the deploy itself failed', async () => {
    const { user } = openContent('/?tab=content', { deploy: fail });
    await user.click(await screen.findByRole('button', { name: 'Deploy Site Content' }));
    expect(await screen.findByText('Deployment failed. Please try again.')).toBeTruthy();
  });

  it('lists snapshots and restores one after a confirmation', async () => {
    const { user, sent } = openContent('/?tab=content');
    await user.click(await screen.findByRole('button', { name: 'Snapshots' }));
    expect(location.search).toContain('panel=snapshots');
    await user.click(await screen.findByRole('button', { name: 'Restore revision 6' }));
    await confirm(user, 'Restore revision 6?', 'Restore');
    expect(await screen.findByText('Restored 1 section of revision 6.')).toBeTruthy();
    expect(sent('POST', '/snapshots/6/restore')).toHaveLength(1);
  });
});

describe('the preview', () => {
  it('sends the page its sections with the text that is typed, to this origin only', async () => {
    const { user } = openContent('/?tab=content&key=home.mission');
    const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of Home');
    expect(frame.getAttribute('src')).toBe('/?preview=1');
    const post = vi.spyOn(frame.contentWindow ?? window, 'postMessage').mockImplementation(() => {});
    await user.type(await field(), '!');
    await waitFor(() =>
      expect(post).toHaveBeenLastCalledWith(
        {
          preview: [
            { key: 'home.mission', content: 'We &amp; you!' },
            { key: 'home.notice', content: '<p>one two</p>' },
          ],
        },
        location.origin,
      ),
    );
  });
});
