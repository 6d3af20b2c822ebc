import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import type { BulkItem, MatchingRows } from './bulk-progress.ts';
import { useBulkRun } from './bulk-run.tsx';
import { csvName, toCsv } from './csv.ts';
import { DataTable } from './data-table.tsx';
import { BulkBar, useSelection } from './selection.tsx';

type Row = { readonly id: string };

function List({ rows }: { rows: readonly Row[] }) {
  const selection = useSelection(
    rows.map(({ id }) => id),
    (row: Row) => row.id,
  );
  return (
    <DataTable
      name="test"
      label="Letters"
      columns={[{ id: 'id', accessorKey: 'id', header: 'Name' }]}
      rows={rows}
      rowKey={({ id }) => id}
      empty="None"
      selection={selection}
      bulk={
        <BulkBar selection={selection}>
          <button type="button">Export</button>
        </BulkBar>
      }
    />
  );
}

const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id }));
const rowNamed = (name: string): HTMLElement =>
  screen.getByRole('cell', { name }).closest('tr') as HTMLElement;

describe('choosing rows', () => {
  it('works by box, X, Shift+X for a range and Ctrl+A for the page', async () => {
    const user = userEvent.setup();
    render(<List rows={rowsOf('a', 'b', 'c', 'd')} />);
    expect(screen.queryByRole('toolbar')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select b' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Chosen rows' }));
    expect(bar.getByRole('status').textContent).toBe('1 selected');
    act(() => rowNamed('d').focus());
    await user.keyboard('{Shift>}X{/Shift}');
    expect(bar.getByRole('status').textContent).toBe('3 selected');
    await user.keyboard('x');
    expect(bar.getByRole('status').textContent).toBe('2 selected');
    await user.keyboard('{Control>}a{/Control}');
    expect(bar.getByRole('status').textContent).toBe('4 selected');
    await user.click(bar.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('Shift+X chooses the row itself when the last chosen one has left the page', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<List rows={rowsOf('a', 'b', 'c')} />);
    await user.click(screen.getByRole('checkbox', { name: 'Select a' }));
    rerender(<List rows={rowsOf('b', 'c')} />);
    act(() => rowNamed('b').focus());

    await user.keyboard('{Shift>}X{/Shift}');

    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select b' }).checked).toBe(true);
  });

  it('deselects a row that left the page', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<List rows={rowsOf('a', 'b')} />);
    await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
    rerender(<List rows={rowsOf('b', 'c')} />);
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select c' }).checked).toBe(false);
  });
});

function Runner({
  items,
  onDone,
}: {
  items: readonly BulkItem[] | MatchingRows<string>;
  onDone: () => void;
}) {
  const { start, panel } = useBulkRun(onDone);
  return (
    <>
      <button type="button" onClick={() => start('Resend receipts', items)}>
        Start
      </button>
      {panel}
    </>
  );
}

describe('many single writes', () => {
  const open = (items: readonly BulkItem[] | MatchingRows<string>, onDone = vi.fn()) => {
    const router = createMemoryRouter([{ path: '*', element: <Runner items={items} onDone={onDone} /> }]);
    render(<RouterProvider router={router} />);
    return { user: userEvent.setup(), onDone };
  };

  it('go four at a time, say what was refused, and send only that again', async () => {
    let running = 0;
    let most = 0;
    let isRefusing = true;
    const ran: string[] = [];
    const items = Array.from({ length: 9 }, (_, n) => ({
      key: String(n),
      name: `ST-${n}`,
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        ran.push(`ST-${n}`);
        if (isRefusing && n === 4) throw new Error('This order is not paid');
      },
    }));
    const { user, onDone } = open(items);
    await user.click(screen.getByRole('button', { name: 'Start' }));
    expect(await screen.findByText('8 done, 1 refused, 0 left')).toBeTruthy();
    expect(screen.getByRole('listitem').textContent).toBe('ST-4: This order is not paid');
    expect(most).toBe(4);
    isRefusing = false;
    await user.click(screen.getByRole('button', { name: 'Retry the refused' }));
    expect(await screen.findByText('1 done, 0 refused, 0 left')).toBeTruthy();
    expect(ran).toHaveLength(10);
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  });

  it('of all rows that match go on after their list could not be read; what is not there any more is skipped', async () => {
    let isDown = true;
    const ran: string[] = [];
    const readPage = async (page: number) => {
      if (page === 1 && isDown) throw new Error('No network');
      return [['a', 'b'], ['c']][page] ?? [];
    };
    const toItem = (key: string): BulkItem => ({ key, name: key, run: async () => ran.push(key) });
    const { user } = open({ total: 4, size: 2, readPage, toItem });
    await user.click(screen.getByRole('button', { name: 'Start' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be read. No network');
    expect(screen.getByText('2 done, 0 refused, 2 left')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(await screen.findByText('3 done, 0 refused, 1 skipped, 0 left')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('stop on Stop; closing the panel does not stop them', async () => {
    const held = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    const items = held.map(({ promise }, n) => ({ key: String(n), name: String(n), run: () => promise }));
    const { user } = open(items);
    await user.click(screen.getByRole('button', { name: 'Start' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await act(async () => held[0]?.resolve());
    expect(await screen.findByText('Resend receipts: 1 done, 0 refused, 5 left')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await act(async () => {
      for (const { resolve } of held) resolve();
    });
    // the four after the first were under way; the sixth was never sent
    expect(await screen.findByText('5 done, 0 refused, 1 left')).toBeTruthy();
  });
});

it('a CSV has a BOM, CRLF, doubled quotes, and no formula', async () => {
  const text = await toCsv(
    [
      { name: '=HYPERLINK("x")', sum: -5 },
      { name: '@a', sum: 2 },
      { name: 'say "hi", Asha', sum: null },
    ],
    [
      { head: 'Name', cell: ({ name }) => name },
      { head: 'Sum', cell: ({ sum }) => sum },
    ],
  );
  expect(text).toBe(`\uFEFFName,Sum\r\n"'=HYPERLINK(""x"")",-5\r\n"'@a",2\r\n"say ""hi"", Asha",\r\n`);
  expect(csvName('orders', new Date('2026-11-20T22:00:00Z'))).toBe('orders-2026-11-20.csv');
});
