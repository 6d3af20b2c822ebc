import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';
import { EVENT, listing, registration } from '../testing/runs-fixture.ts';

describe('forms of Virtual Runs', () => {
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
    const [add = document.body] = await screen.findAllByRole('button', { name: 'Add registration' });
    await user.click(add);
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

  it('renews the private link of a runner after a question', async () => {
    const renewed: string[] = [];
    const { user } = openAdmin('/?tab=events&open=r1', {
      run: {
        ...listing(() => [registration(1)]),
        renewRegistrationLink: ({ params }) => {
          renewed.push(params.id);
          return registration(1);
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Renew the private link' }));
    const question = within(screen.getByRole('dialog', { name: 'Renew the private link of Runner 1?' }));
    expect(renewed).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Renew the link' }));
    expect(await screen.findByText('A mail with the new link is on its way.')).toBeTruthy();
    expect(renewed).toEqual(['r1']);
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
          // as above
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
    const [fee = document.body] = form.getAllByLabelText('Lowest fee in rupees');
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
