import { UserId } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { preferences } from '@satrangi/kit/browser/preferences';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KPIS, openAdmin } from '../../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
type Fakes = Parameters<typeof openAdmin>[1];

const listRegistrations = () => ({ results: [], total: 0, page: 1, pageSize: 3 });
const meera = {
  _id: UserId.parse('meera-1'),
  name: 'Meera Sahni',
  email: 'm•••@e•••',
  role: 'USER' as const,
  createdAt: AT,
  revision: 'r1',
};
const people = {
  identity: { listUsers: () => ({ items: [meera], total: 1, nextCursor: null }) },
  run: { listRegistrations },
} satisfies Fakes;

const openPalette = async (
  fakes: Fakes = { run: { listRegistrations } },
  address = '/?tab=contributions',
) => {
  const opened = openAdmin(address, {
    ...fakes,
    payments: {
      searchContributions: () => ({ contributions: [], total: 0, page: 1, pages: 1 }),
      listContributionMonths: () => [],
      searchOrders: () => ({ orders: [], total: 0, page: 1, pages: 0 }),
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Contributions' });
  await opened.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  return { ...opened, field };
};
const results = () => within(screen.getByRole('listbox', { name: 'Results' }));
const active = () => results().getByRole('option', { selected: true });
const chosen = () => active().textContent;

// first, because its file loads on first use
it('takes the letters that are typed while its file loads, and they are no shortcuts', async () => {
  const { user } = openAdmin('/?tab=contributions', { payments: { listContributions: () => [] } });
  await screen.findByRole('heading', { level: 1, name: 'Contributions' });
  await user.keyboard('{Control>}k{/Control}g');
  expect(screen.queryByRole('combobox', { name: 'Search or run a command' })).toBeNull();
  await user.keyboard('d');
  const field = await screen.findByRole<HTMLInputElement>('combobox', {
    name: 'Search or run a command',
  });
  await waitFor(() => expect(field.value).toBe('gd'));
  await user.keyboard('x');
  expect(field.value).toBe('gdx');
  expect(location.search).toBe('?tab=contributions');
});

describe('the palette', () => {
  it('opens by Ctrl+K with the focus in its field, goes to a tab by keyboard alone, and closes', async () => {
    const { user, field } = await openPalette();
    expect(document.activeElement).toBe(field);
    await user.keyboard('usage');
    await waitFor(() => expect(chosen()).toContain('Usage & Billing'));
    expect(field.getAttribute('aria-activedescendant')).toBe(active().id);
    await user.keyboard('{Enter}');
    expect(location.search).toBe('?tab=usage');
    await waitFor(() =>
      expect(screen.queryByRole('combobox', { name: 'Search or run a command' })).toBeNull(),
    );
  });

  it('moves with the arrows, around at both ends', async () => {
    const { user } = await openPalette();
    expect(chosen()).toContain('Dashboard');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('Analytics');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen()).toContain('Rebuild numbers');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('Dashboard');
  });

  it('shows actions only after >', async () => {
    const { user, fetched } = await openPalette();
    const before = fetched.mock.calls.length;
    await user.keyboard('>');
    expect(
      results()
        .getAllByRole('group')
        .map((group) => group.getAttribute('aria-label')),
    ).toEqual(['Do']);
    await user.keyboard('add');
    expect(
      results()
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Add media itemMedia']);
    // longer than the pause before a search
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(fetched.mock.calls.length).toBe(before);
  });

  it('does not open while keys are off; the button opens it', async () => {
    const { user } = openAdmin('/?tab=contributions', { payments: { listContributions: () => [] } });
    await user.click(await screen.findByRole('checkbox', { name: 'Keyboard shortcuts' }));
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox', { name: 'Search or run a command' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Search and commands' }));
    expect(await screen.findByRole('combobox', { name: 'Search or run a command' })).toBeTruthy();
    preferences.change({ keys: true });
  });

  it('finds records side by side, by group, one search for one pause, and opens one by its address', async () => {
    const { user, fetched } = await openPalette(people);
    await user.keyboard('meera');
    const group = within(await screen.findByRole('group', { name: 'Users' }));
    expect(group.getByRole('option').textContent).toBe('Meera Sahnim•••@e•••');
    const searches = fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('meera'));
    expect(searches).toHaveLength(5);
    await user.click(group.getByRole('option'));
    expect(location.search).toBe('?tab=users&open=meera-1');
  });

  it('shows which records could not be searched, and shows the others', async () => {
    const { user } = await openPalette({
      ...people,
      catalog: {
        listEditorMedia: () => {
          throw new FakeProblem('unavailable', 'Not now');
        },
      },
    });
    await user.keyboard('meera');
    expect(await screen.findByText(/Could not be searched: Media\./)).toBeTruthy();
    expect(screen.getByRole('option', { name: /Meera Sahni/ })).toBeTruthy();
  });

  it('keeps what was chosen as recent, but no person', async () => {
    const { user } = await openPalette(people);
    await user.keyboard('meera');
    await user.click(await screen.findByRole('option', { name: /Meera Sahni/ }));
    await screen.findByRole('dialog', { name: 'Meera Sahni' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(
      await screen.findByRole('combobox', { name: 'Search or run a command' }),
      'new blog{Enter}',
    );
    await waitFor(() => expect(location.search).toBe('?tab=blogs&open=new'));
    await user.click(screen.getByRole('button', { name: 'Search and commands', hidden: true }));
    const recent = within(await screen.findByRole('group', { name: 'Recent' }));
    expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'New blog postBlogs',
    ]);
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/meera/i);
  });

  it('rebuilds the numbers and shows the result', async () => {
    const { user } = await openPalette({
      run: { listRegistrations },
      analytics: { rebuild: () => ({ before: KPIS, after: KPIS, equal: true, facts: 12, ms: 3 }) },
    });
    await user.keyboard('>rebuild{Enter}');
    expect(await screen.findByText('Computed again from 12 facts. No number changed.')).toBeTruthy();
  });
});
