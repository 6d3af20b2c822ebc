import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SpeedSelect } from './speed-select.tsx';

function Film() {
  const [rate, setRate] = useState(1);
  return <SpeedSelect rate={rate} onRate={setRate} />;
}

it('goes one speed up or down with one press, and to any with the list', async () => {
  const user = userEvent.setup();
  render(<Film />);
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Speed' });
  const status = screen.getByRole('status');
  await user.click(screen.getByRole('button', { name: 'Faster' }));
  expect([list.value, status.textContent]).toEqual(['1.25', '1.25×']);

  await user.selectOptions(list, '2×');
  const faster = screen.getByRole('button', { name: 'Faster' });
  expect(faster.getAttribute('aria-disabled')).toBe('true');
  await user.click(faster);
  expect(list.value).toBe('2');
  await user.click(screen.getByRole('button', { name: 'Slower' }));
  expect(list.value).toBe('1.75');
});
