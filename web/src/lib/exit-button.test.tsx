import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ExitButton } from './exit-button.tsx';

it('Exit removes what this browser knows of a visitor, and leaves preferences and unsent marks of a reader', async () => {
  const removed = ['ai_open', 'virtualRunPrefill', 'place:visitor:b', 'place:asha:b', 'marks:visitor:b'];
  const left = ['preferences', 'reader', 'marks:asha:b'];
  for (const key of [...removed, ...left]) localStorage.setItem(key, '{}');
  render(<ExitButton />);

  await userEvent.click(screen.getByRole('link', { name: /Exit/ }));

  expect(Object.keys(localStorage).sort()).toEqual([...left, 'exited'].sort());
});
