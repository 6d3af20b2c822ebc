import { session } from '@satrangi/kit/browser/session';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';
import { type Column, columnPlaces } from './table-columns.ts';
import { orderedPlaces, parseLayout, usualLayout, visibilityOf, withMoved } from './table-layout.ts';

type Row = Readonly<Record<'id' | 'number' | 'items' | 'state', string>>;
const columns: Column<Row>[] = [
  { id: 'created', accessorKey: 'id', header: 'Created' },
  { id: 'number', accessorKey: 'number', header: 'Number', meta: { opens: true, phone: 'title' } },
  { id: 'items', accessorKey: 'items', header: 'Items' },
  { id: 'state', accessorKey: 'state', header: 'State' },
  { id: 'actions', header: 'Actions', cell: () => 'Edit' },
];
const rows: Row[] = [{ id: '20 Nov', number: 'ST-1', items: 'Night Bus', state: 'Paid' }];
const places = columnPlaces(columns);
const orderOf = (text: string | null): string =>
  orderedPlaces(places, parseLayout(text))
    .map(({ id }) => id)
    .join(' ');

describe('the layout of a table', () => {
  it('keeps the first column and the actions in their place, and shows them with the title and what opens', () => {
    const all = JSON.stringify({
      hidden: places.map(({ id }) => id),
      order: ['actions', 'state', 'created'],
    });

    expect(orderOf(all)).toBe('created state number items actions');
    expect(visibilityOf(places, parseLayout(all))).toEqual({
      created: true,
      number: true,
      items: false,
      state: false,
      actions: true,
    });
    expect(withMoved(usualLayout, places, 'number', -1)).toBe(usualLayout);
    expect(withMoved(usualLayout, places, 'actions', -1)).toBe(usualLayout);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{"hidden":["items"'],
    ['another type', '7'],
    ['null', 'null'],
    ['wrong fields', '{"hidden":"items","order":{"0":"state"},"isCompact":1,"isTable":"yes"}'],
    ['unknown columns', '{"hidden":["gone",3],"order":["gone",null]}'],
  ])('is the usual one when what is stored is %s', (_name, text) => {
    const layout = parseLayout(text);

    expect([layout.isCompact, layout.isTable]).toEqual([false, false]);
    expect(orderOf(text)).toBe('created number items state actions');
    expect(Object.values(visibilityOf(places, layout))).toEqual([true, true, true, true, true]);
  });

  it('puts a column that is newer than the stored order after the ordered ones', () => {
    expect(orderOf('{"order":["state","number"]}')).toBe('created state number items actions');
  });
});

const open = (name = 'orders') => {
  const view = render(
    <DataTable name={name} label="Orders" columns={columns} rows={rows} rowKey={({ id }) => id} empty="" />,
  );
  return { user: userEvent.setup(), view };
};
const heads = (): string =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .join(' ');
const cells = (): string =>
  screen
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
    .join(' | ');

describe('the columns of a table', () => {
  beforeEach(() => {
    localStorage.clear();
    session.begin({ token: 'token', userId: 'asha' });
  });
  afterEach(() => {
    session.end();
    localStorage.clear();
  });

  it('are hidden, moved and set to compact by keyboard alone, and stay so for this admin and this table', async () => {
    const { user, view } = open();
    const press = async (name: string, key: string): Promise<void> => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
      const control = dialog.queryByLabelText(name) ?? dialog.getByRole('button', { name });
      for (let tabs = 0; document.activeElement !== control && tabs < 30; tabs += 1) await user.tab();
      expect(document.activeElement).toBe(control);
      await user.keyboard(key);
    };
    // after `Show as table`, which only a phone shows
    await user.tab();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Columns');
    await user.keyboard('{Enter}');
    await press('Items', ' ');
    await press('Move State left', '{Enter}{Enter}');
    expect(screen.getByRole('status').textContent).toBe('State is column 2 of 5.');
    expect(document.activeElement).toBe(screen.getByLabelText('Move State left'));
    await press('Comfortable', '{ArrowDown}');
    await press('Done', '{Enter}');

    expect(heads()).toBe('Created State Number Actions');
    expect(cells()).toBe('20 Nov | Paid | ST-1 | Edit');
    expect(screen.getByRole('table').dataset.compact).toBe('true');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('admin-'))).toEqual([
      'admin-table:asha:orders',
    ]);

    view.unmount();
    const again = open();
    expect(heads()).toBe('Created State Number Actions');
    again.view.unmount();
    const other = open('users');
    expect(heads()).toBe('Created Number Items State Actions');
    other.view.unmount();
    session.begin({ token: 'token', userId: 'kiran' });
    open();
    expect(heads()).toBe('Created Number Items State Actions');
  });

  it('can not all be hidden, and come back by Reset', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
    const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ name, disabled }) => `${name}${disabled ? ' stays' : ''}`)).toEqual([
      'created stays',
      'number stays',
      'items',
      'state',
      'actions stays',
    ]);
    expect(dialog.queryByRole('button', { name: 'Move Created right' })).toBeNull();
    await user.click(dialog.getByLabelText('Items'));
    await user.click(dialog.getByLabelText('State'));
    expect(heads()).toBe('Created Number Actions');
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    expect(heads()).toBe('Created Number Items State Actions');
    expect(localStorage.getItem('admin-table:asha:orders')).toBeNull();
  });

  it('keeps sorting by a column that is hidden', () => {
    localStorage.setItem('admin-table:asha:orders', '{"hidden":["state"]}');
    render(
      <DataTable
        name="orders"
        label="Orders"
        columns={columns}
        rows={[...rows, { id: '21 Nov', number: 'ST-2', items: 'Poems', state: 'Failed' }]}
        rowKey={({ id }) => id}
        empty=""
        sort="state"
        onSort={() => {}}
        slice={{ page: 1, size: 10 }}
      />,
    );
    expect(cells()).toBe('21 Nov | ST-2 | Poems | Edit | 20 Nov | ST-1 | Night Bus | Edit');
  });

  it('a phone shows cards until a table is asked for', async () => {
    const { user } = open();
    const frame = screen.getByRole('region', { name: 'Orders' });
    const button = screen.getByText('Show as table');
    expect(frame.dataset.asTable).toBeUndefined();
    await user.click(button);
    expect([frame.dataset.asTable, button.getAttribute('aria-pressed')]).toEqual(['true', 'true']);
    expect(localStorage.getItem('admin-table:asha:orders')).toContain('"isTable":true');
  });
});
