import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useOpened } from './address.ts';
import { Confirm } from './confirm.tsx';
import { Drawer } from './drawer.tsx';
import { SearchBox } from './search-box.tsx';
import { Filters } from './views.tsx';

describe('the search of a list', () => {
  it('passes on what was typed 400 ms after the last letter, once', () => {
    vi.useFakeTimers();
    const searched = vi.fn();
    render(<SearchBox label="Search orders" value="" onSearch={searched} />);
    const box = screen.getByRole('searchbox', { name: 'Search orders' });
    fireEvent.change(box, { target: { value: 'ST' } });
    act(() => void vi.advanceTimersByTime(200));
    fireEvent.change(box, { target: { value: ' ST-1 ' } });
    act(() => void vi.advanceTimersByTime(390));
    expect(searched).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(20));
    expect(searched.mock.calls).toEqual([['ST-1']]);
    act(() => void vi.advanceTimersByTime(2_000));
    expect(searched).toHaveBeenCalledOnce();
  });

  it('is not held up by renders in between', () => {
    vi.useFakeTimers();
    const searched = vi.fn();
    const { rerender } = render(<SearchBox label="Search" value="" onSearch={searched} />);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ST-1' } });
    for (let n = 0; n < 5; n += 1) {
      act(() => void vi.advanceTimersByTime(100));
      rerender(<SearchBox label="Search" value="" onSearch={searched} />);
    }
    expect(searched.mock.calls).toEqual([['ST-1']]);
  });

  it('passes on at once by Enter and Clear, and follows the address', async () => {
    const user = userEvent.setup();
    const searched = vi.fn();
    const { rerender } = render(<SearchBox label="Search" value="" onSearch={searched} />);
    await user.type(screen.getByRole('searchbox'), 'asha{Enter}');
    expect(searched.mock.calls).toEqual([['asha']]);
    rerender(<SearchBox label="Search" value="asha" onSearch={searched} />);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(searched.mock.calls).toEqual([['asha'], ['']]);
    rerender(<SearchBox label="Search" value="kiran" onSearch={searched} />);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('kiran');
  });
});

describe('filters of a list', () => {
  const open = (address: string) => {
    history.replaceState(null, '', address);
    const filters = (
      <Filters names={['status', 'from']} search={<input aria-label="Search" />}>
        <input aria-label="Status" />
      </Filters>
    );
    const router = createBrowserRouter([{ path: '*', element: filters }]);
    onTestFinished(() => router.dispose());
    render(<RouterProvider router={router} />);
    return userEvent.setup();
  };

  it('stand behind a button with the number of those in use, and are cleared together with the search', async () => {
    const user = open('/?tab=orders&q=asha&status=paid&from=2026-11-01&sort=total');
    const button = screen.getByRole('button', { name: 'Filters (2)' });
    const pickers = document.getElementById(button.getAttribute('aria-controls') ?? '');
    expect(pickers?.dataset.open).toBe('false');
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(pickers?.dataset.open).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(location.search).toBe('?tab=orders&sort=total');
    expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  it('can be cleared when only the search narrows the list', () => {
    open('/?q=asha');
    expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Clear' })).toBeTruthy();
  });
});

describe('the question before an act', () => {
  it('acts once for two clicks, stays with the sentence of a failure, and closes when it is done', async () => {
    const user = userEvent.setup();
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const closed = vi.fn();
    const confirmed = vi.fn(() => held[confirmed.mock.calls.length - 1]?.promise ?? Promise.resolve());
    render(
      <Confirm
        title="Delete ‘Night Bus’?"
        action="Delete"
        onConfirm={confirmed}
        failureOf={(error) => (error as Error).message}
        onClose={closed}
      />,
    );
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    await user.dblClick(button);
    expect(confirmed).toHaveBeenCalledOnce();
    expect(button.disabled).toBe(true);
    held[0]?.reject(new Error('Failed to delete user'));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to delete user');
    expect(closed).not.toHaveBeenCalled();
    held[1]?.resolve();
    await user.click(button);
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  it('can ask for the name to be typed', async () => {
    const user = userEvent.setup();
    const confirmed = vi.fn(async () => {});
    render(
      <Confirm
        title="Delete ‘Asha’?"
        action="Delete"
        typed={{ label: 'Type the address', text: 'asha@example.org' }}
        onConfirm={confirmed}
        failureOf={String}
        onClose={() => {}}
      />,
    );
    const field = screen.getByLabelText('Type the address');
    await user.type(field, 'asha@example.or{Enter}');
    expect(confirmed).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
    await user.clear(field);
    await user.type(field, 'Asha@Example.org {Enter}');
    expect(confirmed).toHaveBeenCalledOnce();
  });
});

function List() {
  const { opened, open } = useOpened();
  return (
    <>
      <button type="button" onClick={() => open('b')}>
        Open b
      </button>
      {opened && (
        <Drawer title={`Row ${opened}`} keys={['a', 'b', 'c']}>
          <label>
            Note <input />
          </label>
        </Drawer>
      )}
    </>
  );
}

describe('the drawer', () => {
  const start = (address: string) => {
    history.replaceState(null, '', '/admin/?tab=dashboard');
    history.pushState(null, '', `/admin${address}`);
    const router = createBrowserRouter([{ path: '*', element: <List /> }], { basename: '/admin' });
    render(<RouterProvider router={router} />);
    return userEvent.setup();
  };

  it('goes from row to row by [ and ], not while typing; Back closes it and keeps filters and page', async () => {
    const user = start('/?tab=orders&status=paid&page=2');
    await user.click(screen.getByRole('button', { name: 'Open b' }));
    expect(screen.getByRole('dialog', { name: 'Row b' })).toBeTruthy();
    await user.keyboard(']]');
    expect(screen.getByRole('dialog', { name: 'Row c' })).toBeTruthy();
    await user.keyboard('[[[[[[');
    expect(screen.getByRole('dialog', { name: 'Row a' })).toBeTruthy();
    await user.type(screen.getByLabelText('Note'), ']]');
    expect(location.search).toBe('?tab=orders&status=paid&page=2&open=a');
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('?tab=orders&status=paid&page=2');
  });

  it('closed by its button leaves nothing behind, also when it was opened by its address', async () => {
    const user = start('/?tab=orders&open=c');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.search).toBe('?tab=orders');
  });
});
