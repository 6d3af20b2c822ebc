import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';
import { heads, listing, registration } from '../testing/runs-fixture.ts';

describe('Virtual Runs', () => {
  it('lists registrations by 50, with search, state and Clear in the address (ADM-26, ADM-45)', async () => {
    const queries: object[] = [];
    const { user } = openAdmin('/?tab=virtual-runs', { run: listing(() => [registration(1)], queries) });
    await screen.findByText('Runner 1');
    expect(screen.getByRole('heading', { level: 1, name: 'Virtual Runs' })).toBeTruthy();
    expect(heads()).toEqual([
      '',
      'Name',
      'Email',
      'Phone',
      'Activity',
      'Distance',
      'Goal',
      'Fee',
      'Status',
      'Created',
      'Actions',
    ]);
    expect(queries.at(-1)).toEqual({ page: 1, pageSize: 50 });
    await user.type(screen.getByRole('searchbox'), 'kiran');
    await waitFor(() => expect(queries.at(-1)).toEqual({ q: 'kiran', page: 1, pageSize: 50 }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'paid');
    await waitFor(() => expect(queries.at(-1)).toEqual({ q: 'kiran', state: 'paid', page: 1, pageSize: 50 }));
    expect(location.search).toBe('?tab=virtual-runs&q=kiran&state=paid');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(location.search).toBe('?tab=virtual-runs');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('chosen registrations are exported by the server, and cancelled one by one; cancelled ones are left out', async () => {
    const cancelled: unknown[] = [];
    const exported: (readonly string[] | undefined)[] = [];
    const all = [registration(1), registration(2), registration(3, { paymentStatus: 'cancelled' })];
    const { user } = openAdmin('/?tab=virtual-runs', {
      run: {
        ...listing(() => all),
        cancelRegistration: ({ params: { id }, query }) => {
          if (id === 'r2') throw new FakeProblem('unavailable', 'Not now');
          cancelled.push([id, query.revision]);
          return registration(1, { paymentStatus: 'cancelled' });
        },
        downloadRegistrations: ({ query: { ids } }) => {
          exported.push(ids);
        },
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select the page' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(exported).toEqual([['r1', 'r2', 'r3']]));
    await user.click(screen.getByRole('button', { name: 'Cancel registrations' }));
    const question = within(screen.getByRole('dialog', { name: 'Cancel 2 registrations?' }));
    await user.click(question.getByRole('button', { name: 'Cancel the registrations' }));
    expect(await screen.findByText('1 done, 1 refused, 0 left')).toBeTruthy();
    // a registration that changed since it was listed is refused
    expect(cancelled).toEqual([['r1', 3]]);
  });

  it('shows only run, walk, cycle, wheel and other (ADM-27)', async () => {
    const { fetched } = openAdmin('/?tab=events', { run: listing(() => []) });
    const fake = fetched.getMockImplementation();
    const kinds = ['run', 'walk', 'cycle', 'wheel', 'other', 'swim'];
    fetched.mockImplementation(async (input, init) =>
      String(input).includes('/virtual-run/registrations?')
        ? Response.json({
            results: kinds.map((activityType, n) => ({
              ...registration(n),
              activityType,
              displayName: activityType,
            })),
            total: 6,
            page: 1,
            pageSize: 50,
          })
        : (fake?.(input, init) as Promise<Response>),
    );
    await screen.findByRole('button', { name: 'wheel' });
    expect(screen.queryByRole('button', { name: 'swim' })).toBeNull();
    expect(document.querySelectorAll('[data-row]')).toHaveLength(5);
  });

  it('that could not be fetched say so, with their head; and that there are none (ADM-26)', async () => {
    let isDown = true;
    const { user } = openAdmin('/?tab=events', {
      run: {
        listRegistrations: ({ query: { page, pageSize } }) => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return { results: [], total: 0, page, pageSize };
        },
      },
    });
    expect(await screen.findByText('Failed to fetch registrations')).toBeTruthy();
    expect(heads()).toContain('Distance');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nobody has registered yet.')).toBeTruthy();
  });

  it('loads again on a live registration, also of another reader (ADM-28)', async () => {
    const listeners: ((event: MessageEvent) => void)[] = [];
    vi.stubGlobal(
      'EventSource',
      class {
        addEventListener(type: string, listener: (event: MessageEvent) => void): void {
          if (type === 'message' || type === 'registration') listeners.push(listener);
        }
        removeEventListener(): void {}
        close(): void {}
        set onmessage(listener: (event: MessageEvent) => void) {
          listeners.push(listener);
        }
      },
    );
    let rows = [registration(1)];
    openAdmin('/?tab=events', { run: listing(() => rows) });
    await screen.findByText('Runner 1');
    rows = [registration(2), registration(1)];
    const data = JSON.stringify({ type: 'registration', id: 'r2' });
    for (const listener of listeners) listener(new MessageEvent('message', { data }));
    expect(await screen.findByText('Runner 2')).toBeTruthy();
  });

  it('edits distance and goal in the row: E, Tab, Enter; a refusal keeps what was typed', async () => {
    const written: object[] = [];
    let row = registration(1);
    let isDown = true;
    const { user } = openAdmin('/?tab=events', {
      run: {
        ...listing(() => [row]),
        updateRegistration: ({ body }) => {
          written.push(body);
          if (isDown) throw new FakeProblem('unavailable', 'The service rests');
          row = {
            ...row,
            distanceKm: Number(body.distanceKm),
            fundraisingGoal: Number(body.fundraisingGoal),
            revision: 4,
          };
          return row;
        },
      },
    });
    await screen.findByText('Runner 1');
    await user.keyboard('je');
    const distance = await screen.findByRole<HTMLInputElement>('spinbutton', {
      name: 'Distance in km of Runner 1',
    });
    expect(document.activeElement).toBe(distance);
    // selects the text of the field, not the rows
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.queryByRole('toolbar', { name: 'Chosen rows' })).toBeNull();
    await user.clear(distance);
    await user.type(distance, '10');
    await user.tab();
    const goal = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Goal in rupees of Runner 1' });
    expect(document.activeElement).toBe(goal);
    await user.clear(goal);
    await user.type(goal, '2500{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to save changes. The service rests');
    expect([distance.value, goal.value]).toEqual(['10', '2500']);
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('10 km')).toBeTruthy();
    expect(written).toEqual([1, 2].map(() => ({ distanceKm: 10, fundraisingGoal: 2500, revision: 3 })));

    await user.dblClick(screen.getByText('10 km'));
    await user.type(await screen.findByRole('spinbutton', { name: /^Distance/ }), '9{Escape}');
    expect(await screen.findByText('10 km')).toBeTruthy();
    expect(written).toHaveLength(2);
  });

  it('syncs to the spreadsheet and shows how many; a failure offers the file (ADM-26, ADM-43)', async () => {
    let isDown = true;
    const { user } = openAdmin('/?tab=events', {
      run: {
        ...listing(() => [registration(1)]),
        syncRegistrations: () => {
          if (isDown) throw new FakeProblem('unavailable', 'Sync failed');
          return { ok: true, count: 612 };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Sync' }));
    expect(await screen.findByText('Sync failed')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save as CSV instead' })).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    expect(await screen.findByText('Synced 612 registrations')).toBeTruthy();
    expect(screen.queryByText('Sync failed')).toBeNull();
  });

  it('lists payments without a runner, and registers one for a paid fee (RUN-29)', async () => {
    const written: object[] = [];
    const { user } = openAdmin('/?tab=events', {
      run: {
        ...listing(() => []),
        listUnmatchedPayments: () => [
          { kind: 'fee', paymentId: 'pi_1', orderId: 'o1', amount: 300, ageMinutes: 90, hasDraft: false },
          { kind: 'gift', paymentId: null, orderId: 'o2', amount: 50, ageMinutes: 3000, hasDraft: false },
        ],
        createRegistration: ({ body }) => {
          written.push(body);
          return registration(9);
        },
      },
    });
    expect(await screen.findByText(/^Fee ₹300, 1 h old/)).toBeTruthy();
    expect(screen.getByText(/^Gift to an unknown page ₹50, 2 days old/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Register a runner' }));
    const form = within(await screen.findByRole('form', { name: 'New registration' }));
    await user.type(form.getByLabelText('Name'), 'Kiran');
    await user.type(form.getByLabelText('Email'), 'kiran@reader.example');
    await user.click(form.getByRole('button', { name: 'Create registration' }));
    await waitFor(() => expect(written.at(-1)).toMatchObject({ name: 'Kiran', paymentId: 'pi_1' }));
  });
});
