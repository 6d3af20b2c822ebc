import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useMemo } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import { noteOwnAct } from './own-acts.ts';
import { useSelection } from './selection.tsx';
import type { Column } from './table-columns.ts';
import { useLiveRows } from './use-live-rows.ts';

type Row = { readonly id: string };
const columns: Column<Row>[] = [{ id: 'id', accessorKey: 'id', header: 'ID' }];
const idOf = ({ id }: Row): string => id;

function List({ ids, isOpen = false }: { ids: string; isOpen?: boolean }) {
  const all = useMemo(() => [...ids].map((id) => ({ id })), [ids]);
  const { rows, live } = useLiveRows({
    rows: all,
    total: all.length,
    rowKey: idOf,
    noun: 'order',
    isOpen,
  });
  const selection = useSelection<Row>(rows?.map(idOf) ?? [], idOf);
  return (
    <DataTable
      name="test"
      label="Orders"
      columns={columns}
      rows={rows}
      rowKey={idOf}
      empty=""
      selection={selection}
      live={live}
    />
  );
}

const page = (ids: string, isOpen = false) => (
  <MemoryRouter>
    <List ids={ids} isOpen={isOpen} />
  </MemoryRouter>
);
const shown = (): string =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row).join('');
const table = (): HTMLElement => screen.getByRole('region', { name: 'Orders' });
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

/** A list that was opened some time ago. */
const open = (isOpen = false) => {
  const view = render(page('ba', isOpen));
  pass(5_000);
  return view;
};

describe('a live list', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

  it('updates by itself, without a bar, when the hand is not on it', () => {
    const { rerender } = open();
    rerender(page('cba'));
    expect(shown()).toBe('cba');
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  });

  it('holds new rows under the pointer, announces them, and takes them 3 seconds after it has left', () => {
    const { rerender } = open();
    fireEvent.pointerEnter(table());
    rerender(page('cba'));
    expect(shown()).toBe('ba');
    expect(screen.getByRole('status').textContent).toBe('1 new order');
    fireEvent.pointerLeave(table());
    pass(2_900);
    expect(shown()).toBe('ba');
    pass(200);
    expect(shown()).toBe('cba');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('shows what was held by keyboard, and keeps the focus at the list', async () => {
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    const { rerender } = open();
    act(() => screen.getByRole('checkbox', { name: 'Select b' }).focus());
    rerender(page('dcba'));
    expect(screen.getByRole('status').textContent).toBe('2 new orders');
    // the box of the page, the table, and the two tools above it
    for (let tabs = 0; tabs < 5; tabs += 1) await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Show');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(table());
    expect(shown()).toBe('dcba');
  });

  it('holds while rows are selected or one is open, and shows that it has changed', () => {
    const { rerender } = open(true);
    rerender(page('a', true));
    expect([shown(), screen.getByRole('status').textContent]).toEqual(['ba', 'This list has changed']);
    fireEvent.click(screen.getByRole('button', { name: 'Show' }), { detail: 1 });
    expect(shown()).toBe('a');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select a' }));
    rerender(page('ba'));
    expect(shown()).toBe('a');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select a' }));
    expect(shown()).toBe('ba');
  });

  it('takes at once what an act of the admin changes, and holds what others change right after it', () => {
    const { rerender } = open();
    fireEvent.pointerEnter(table());
    noteOwnAct();
    rerender(page('b'));
    expect(shown()).toBe('b');
    rerender(page('cb'));
    expect([shown(), screen.getByRole('status').textContent]).toEqual(['b', '1 new order']);
    // another act shows the answer to it, and nothing before
    noteOwnAct();
    rerender(page('cb'));
    expect(shown()).toBe('b');
    rerender(page('c'));
    expect(shown()).toBe('c');
  });
});
