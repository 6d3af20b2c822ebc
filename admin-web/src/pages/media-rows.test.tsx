import { FakeProblem } from '@satrangi/contracts/testing';
import { session } from '@satrangi/kit/browser/session';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ifMatchOf, item, listOf, shelf } from '../testing/media-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

describe('a row that is edited in place (ADM-07)', () => {
  it('saves title, creator and price with the revision, and keeps what lists do not show', async () => {
    const { answers, sent, stored } = shelf();
    stored.set('two', item('two', {}, { transcript: 'Every word.' }));
    const { user, fetched } = openAdmin('/?tab=media', { catalog: answers });
    await user.click(await screen.findByRole('button', { name: 'Edit Book two' }));
    const title = screen.getByLabelText<HTMLInputElement>('Title');
    expect(document.activeElement).toBe(title);
    await user.clear(title);
    await user.type(title, 'Salt');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Creator'));
    await user.clear(screen.getByLabelText('Price in rupees'));
    await user.type(screen.getByLabelText('Price in rupees'), '229{Enter}');
    expect(await screen.findByRole('button', { name: 'Salt' })).toBeTruthy();
    expect(sent).toEqual([
      {
        id: 'two',
        body: expect.objectContaining({ title: 'Salt', priceINR: 229, transcript: 'Every word.' }),
      },
    ]);
    expect(ifMatchOf(fetched, 'PUT')).toBe('"revision-two"');
  });

  it('goes back with Esc, begins with E and with a double click, and is not sent when nothing was typed', async () => {
    const { answers, sent } = shelf();
    const { user } = openAdmin('/?tab=media', { catalog: answers });
    await screen.findByRole('button', { name: 'Book one' });
    await user.keyboard('je');
    await user.type(screen.getByLabelText('Title'), '!{Escape}');
    expect(screen.queryByLabelText('Title')).toBeNull();
    const [creator = document.body] = screen.getAllByText('Jerusha Pinto');
    await user.dblClick(creator);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.queryByLabelText('Title')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('shows Failed to save changes and keeps what was typed; a bad price is not sent (ADM-14)', async () => {
    const { answers, sent } = shelf();
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        ...answers,
        updateEbook: () => {
          throw new FakeProblem('unavailable', 'Not now');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Book one' }));
    const price = screen.getByLabelText('Price in rupees');
    await user.clear(price);
    await user.type(price, '-4{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Price must be a number of at least 0');
    await user.clear(price);
    await user.type(price, '99{Enter}');
    expect(await screen.findByText('Failed to save changes')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Price in rupees').value).toBe('99');
    expect(sent).toEqual([]);
  });

  it('that was left while something was typed is offered again, over what is stored now (P81, P82)', async () => {
    const { answers, sent, stored } = shelf();
    const first = openAdmin('/?tab=media', { catalog: answers });
    await first.user.click(await screen.findByRole('button', { name: 'Edit Book one' }));
    await first.user.type(screen.getByLabelText('Title'), ' of mine');
    // a killed page says nothing: what stands in storage is all there is
    const kept = { ...localStorage };
    cleanup();
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    stored.set('one', item('one', { title: 'Theirs', draftRevision: 'theirs' }));

    const { user, fetched } = openAdmin('/?tab=media', { catalog: answers });
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Book one of mine');
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Content changed since you opened it\. Now it is ‘Theirs’/,
    );
    expect(sent).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(ifMatchOf(fetched, 'PUT')).toBe('"theirs"');
    await waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.startsWith('admin-draft'))).toEqual([]),
    );
  });

  it('that was left stays for its admin when another one opens the list in between (P82)', async () => {
    const { answers } = shelf();
    const first = openAdmin('/?tab=media', { catalog: answers });
    await first.user.click(await screen.findByRole('button', { name: 'Edit Book one' }));
    await first.user.type(screen.getByLabelText('Title'), ' of mine');
    cleanup();
    session.begin({ token: 'token-of-ravi', userId: 'ravi' });
    openAdmin('/?tab=media', { catalog: answers }, { loggedIn: false });
    await screen.findByRole('button', { name: 'Edit Book one' });
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
    cleanup();

    const { user } = openAdmin('/?tab=media', { catalog: answers });
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Book one of mine');
  });

  it('does not undo what another admin saved in the same field (P81)', async () => {
    const { answers, sent, stored } = shelf();
    const { user } = openAdmin('/?tab=media', { catalog: answers });
    await user.click(await screen.findByRole('button', { name: 'Edit Book one' }));
    stored.set('one', item('one', { title: 'Theirs', draftRevision: 'theirs' }));
    await user.type(screen.getByLabelText('Title'), ' mine{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Now it is ‘Theirs’');
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Book one mine' });
    expect(sent).toHaveLength(1);
  });
});

it('a price for chosen items skips one whose price another admin changed while it was typed (P81)', async () => {
  const { answers, sent, stored } = shelf();
  const { user, client } = openAdmin('/?tab=media', { catalog: answers });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Book one' }));
  await user.click(screen.getByRole('button', { name: 'Set price' }));
  await user.type(await screen.findByLabelText('Price in rupees'), '229');
  stored.set('one', item('one', { draftRevision: 'theirs' }, { priceINR: 149 }));
  await act(() => client.invalidateQueries({ queryKey: ['media'] }));

  await user.click(screen.getByRole('button', { name: 'Apply' }));

  expect(await screen.findByText('0 done, 0 refused, 1 skipped, 0 left')).toBeTruthy();
  expect(sent).toEqual([]);
});

describe('the featured switch (ADM-09)', () => {
  const full = () => {
    throw new FakeProblem('featured-full', 'You can only select up to 3 featured publications.');
  };

  it('shows the change at once and saves only that', async () => {
    const { answers, sent } = shelf();
    const held = Promise.withResolvers<void>();
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        ...answers,
        listEditorMedia: ({ query }) => (query.featured ? listOf([]) : answers.listEditorMedia()),
        updateEbook: async (input) => {
          await held.promise;
          // the fake takes the fields it stores; the contract has more
          return answers.updateEbook(input as never);
        },
      },
    });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'Featured: Book one' });
    await screen.findByText('0 of 3');
    await user.click(box);
    await waitFor(() => expect(box.checked).toBe(true));
    await user.click(box);
    expect(box.checked).toBe(true);
    held.resolve();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ featured: true, title: 'Book one' });
  });

  it('at three stays off, with the sentence as an alert', async () => {
    const { answers } = shelf();
    const { user } = openAdmin('/?tab=media', { catalog: { ...answers, updateEbook: full } });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'Featured: Book one' });
    await user.click(box);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'You can only select up to 3 featured publications.',
    );
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Featured: Book one' }).checked).toBe(false);
  });

  it('goes back with Failed to update featured status. (ADM-14)', async () => {
    const { answers } = shelf([item('one', { featured: true }, { featured: true })]);
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        ...answers,
        updateEbook: () => {
          throw new FakeProblem('unavailable', 'Not now');
        },
      },
    });
    await user.click(await screen.findByRole('switch', { name: 'Featured: Book one' }));
    expect(await screen.findByText('Failed to update featured status.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Featured: Book one' }).checked).toBe(true);
  });
});
