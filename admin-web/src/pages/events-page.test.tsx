import type { Registration, virtualRunApi } from '@satrangi/contracts';
import { type FakeAnswers, FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';

const registration = (n: number, more: Partial<Registration> = {}): Registration => ({
  _id: `r${n}`,
  eventId: 'run-2026',
  displayName: `Runner ${n}`,
  name: `Billing Name ${n}`,
  email: `runner-${n}@reader.example`,
  phone: '',
  location: '',
  additionalInfo: '',
  activityType: 'walk',
  distanceKm: 5,
  tshirtSize: null,
  pronouns: null,
  fundraisingGoal: 1000,
  amountPaid: 300,
  paymentStatus: 'paid',
  paymentProvider: 'stripe',
  paymentId: `pay-${n}`,
  paymentSignature: null,
  consentData: true,
  consentMarketing: false,
  source: 'web',
  slug: `slug-${n}`,
  isPublic: true,
  isListed: false,
  createdAt: AT,
  revision: 3,
  ...more,
});

const EVENT = {
  _id: 'run-2026',
  title: 'The run',
  tagline: '',
  minFee: 300,
  maxFee: 5000,
  startsAt: '2026-09-14T18:30:00.000Z',
  registrationEndsAt: '2026-12-10T18:29:59.999Z',
  endsAt: '2026-12-10T18:29:59.999Z',
  hoursToFinish: 72,
  phases: [{ name: 'Early', from: '2026-09-14T18:30:00.000Z', to: '2026-10-31T18:29:59.999Z', minFee: null }],
  isPublished: true,
  revision: 7,
};

type Answers = FakeAnswers<typeof virtualRunApi>;

const listing = (rows: () => Registration[], asked: object[] = []): Answers => ({
  listRegistrations: ({ query }) => {
    asked.push(query);
    return { results: rows(), total: 120, page: query.page, pageSize: query.pageSize };
  },
});

const heads = (): (string | null)[] =>
  within(screen.getByRole('region', { name: 'Registrations' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

describe('Virtual Runs', () => {
  it('lists registrations by 50, with search, state and Clear in the address (ADM-26, ADM-45)', async () => {
    const asked: object[] = [];
    const { user } = openAdmin('/?tab=virtual-runs', { run: listing(() => [registration(1)], asked) });
    await screen.findByText('Runner 1');
    expect(screen.getByRole('heading', { level: 1, name: 'Virtual Runs' })).toBeTruthy();
    expect(heads()).toEqual([
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
    expect(asked.at(-1)).toEqual({ page: 1, pageSize: 50 });
    await user.type(screen.getByRole('searchbox'), 'kiran');
    await waitFor(() => expect(asked.at(-1)).toEqual({ q: 'kiran', page: 1, pageSize: 50 }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'paid');
    await waitFor(() => expect(asked.at(-1)).toEqual({ q: 'kiran', state: 'paid', page: 1, pageSize: 50 }));
    expect(location.search).toBe('?tab=virtual-runs&q=kiran&state=paid');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(location.search).toBe('?tab=virtual-runs');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
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

  it('loads again on a live registration, also of somebody else (ADM-28)', async () => {
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

  it('registers by hand: name and email required, the sentence of the server after the exact one (ADM-26)', async () => {
    const written: object[] = [];
    let isDown = true;
    const { user } = openAdmin('/?tab=events', {
      run: {
        ...listing(() => []),
        createRegistration: ({ body }) => {
          written.push(body);
          if (isDown) throw new FakeProblem('event-closed', 'Registration has closed.');
          return registration(9);
        },
      },
    });
    await user.click((await screen.findAllByRole('button', { name: 'Add registration' }))[0] as HTMLElement);
    const form = within(await screen.findByRole('form', { name: 'New registration' }));
    await user.click(form.getByRole('button', { name: 'Create registration' }));
    expect((await form.findAllByText('Name required')).length).toBeGreaterThan(0);
    expect(form.getAllByText('Valid email required').length).toBeGreaterThan(0);
    expect(written).toEqual([]);
    expect(
      within(form.getByLabelText('T-shirt'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['None', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'Other']);
    await user.type(form.getByLabelText('Name'), 'Kiran');
    await user.type(form.getByLabelText('Email'), 'kiran@reader.example');
    await user.type(form.getByLabelText('Distance in km'), 'far');
    await user.selectOptions(form.getByLabelText('Pronouns'), 'They/Them');
    await user.click(form.getByRole('checkbox', { name: /^The runner has agreed/ }));
    await user.click(form.getByRole('button', { name: 'Create registration' }));
    expect(await form.findByText('Failed to create registration: Registration has closed.')).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Kiran');
    isDown = false;
    await user.click(form.getByRole('button', { name: 'Create registration' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New registration' })).toBeNull());
    expect(written.at(-1)).toMatchObject({
      name: 'Kiran',
      email: 'kiran@reader.example',
      distanceKm: 0,
      fundraisingGoal: 0,
      pronouns: 'They/Them',
      consentData: true,
    });
  });

  it('opens a registration with its billing name, changes it, and cancels it after a question', async () => {
    const acts: unknown[] = [];
    let row = registration(1);
    const { user } = openAdmin('/?tab=events&open=r1', {
      run: {
        ...listing(() => [row]),
        updateRegistration: ({ body }) => {
          acts.push([body.displayName, body.revision]);
          row = { ...row, displayName: body.displayName ?? '', revision: 4 };
          return row;
        },
        cancelRegistration: ({ params }) => {
          acts.push(`cancelled ${params.id}`);
          row = { ...row, paymentStatus: 'cancelled', revision: 5 };
          return row;
        },
      },
    });
    const drawer = within(await screen.findByRole('dialog', { name: 'Runner 1' }));
    expect(await drawer.findByText('Billing Name 1')).toBeTruthy();
    const name = await drawer.findByLabelText('Display name');
    await user.clear(name);
    await user.type(name, 'Kiran');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(acts).toEqual([['Kiran', 3]]));
    await user.click(await screen.findByRole('button', { name: 'Cancel this registration' }));
    const question = within(screen.getByRole('dialog', { name: 'Cancel the registration of Kiran?' }));
    expect(acts).toHaveLength(1);
    await user.click(question.getByRole('button', { name: 'Cancel the registration' }));
    await waitFor(() => expect(acts.at(-1)).toBe('cancelled r1'));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Cancel this registration' })).toBeNull(),
    );
  });

  it('syncs to the spreadsheet and says how many; a failure offers the file (ADM-26, ADM-43)', async () => {
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

  it('edits dates, fees and phases of the event over its revision (RUN-32)', async () => {
    const written: (typeof EVENT & { startNew: boolean })[] = [];
    let event = EVENT;
    const { user } = openAdmin('/?tab=events&open=event', {
      run: {
        ...listing(() => []),
        getEvent: () => event,
        saveEvent: ({ body }) => {
          // the form sends every field; the contract allows fewer
          written.push(body as never);
          event = { ...event, ...body, revision: 8 } as typeof EVENT;
          return {
            ...event,
            currency: 'INR',
            registrationStartsAt: event.startsAt,
            phase: null,
            isOpen: false,
            activityTypes: [],
            tshirtSizes: [],
            pronouns: [],
          };
        },
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Event' }));
    expect(form.getByLabelText<HTMLInputElement>('Ends').value).toBe('2026-12-10T23:59');
    const fee = form.getAllByLabelText('Lowest fee in rupees')[0] as HTMLElement;
    await user.clear(fee);
    await user.type(fee, '400');
    await user.click(form.getByRole('button', { name: 'Add a phase' }));
    await user.type(form.getByLabelText('Name of phase 2'), 'Standard');
    await user.click(form.getByRole('button', { name: 'Save the event' }));
    await waitFor(() => expect(written).toHaveLength(1));
    expect(written[0]).toMatchObject({
      minFee: 400,
      endsAt: EVENT.endsAt,
      revision: 7,
      startNew: false,
      phases: [EVENT.phases[0], { name: 'Standard', minFee: null }],
    });
  });
});
