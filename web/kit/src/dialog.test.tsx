import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Filters
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Choose">
        <p>Inside</p>
      </Dialog>
    </>
  );
}

it('opens with its name and returns focus to its opener (WEB-110)', async () => {
  const user = userEvent.setup();
  render(<Opener />);
  const opener = screen.getByRole('button', { name: 'Filters' });

  await user.click(opener);
  expect(screen.getByRole('dialog', { name: 'Choose' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('stays open when a press that began inside ends on the backdrop', async () => {
  const user = userEvent.setup();
  render(<Opener />);
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const dialog = screen.getByRole('dialog');

  fireEvent.pointerDown(screen.getByText('Inside'));
  fireEvent.pointerUp(dialog);
  // browsers click what both have in common
  fireEvent.click(dialog);

  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('closes by a click on the backdrop, not by one inside', async () => {
  const user = userEvent.setup();
  render(<Opener />);
  await user.click(screen.getByRole('button', { name: 'Filters' }));

  await user.click(screen.getByText('Inside'));
  expect(screen.getByRole('dialog')).toBeTruthy();
  await user.click(screen.getByRole('dialog'));

  expect(screen.queryByRole('dialog')).toBeNull();
});
