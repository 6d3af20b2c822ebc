import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { useForm } from './form.ts';

const isEmpty = (text: string): string | undefined => (text === '' ? 'Required' : undefined);

function Form() {
  const { form, field, set } = useForm({
    initial: { first: '', second: '' },
    check: ({ first, second }) => ({ first: isEmpty(first), second: isEmpty(second) }),
    submit: async () => undefined,
    failureOf: () => 'failed',
  });
  return (
    <form {...form}>
      <Field label="First" {...field('first')} />
      <Field label="Second" {...field('second')} />
      <Button onClick={() => set({ second: 'chosen' })}>Choose</Button>
      <Button type="submit">Send</Button>
    </form>
  );
}

it('the first wrong field is scrolled to the middle, clear of sticky bars, and focused', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  render(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));

  expect(document.activeElement).toBe(screen.getByLabelText('First'));
  expect(scrolled.mock.instances).toEqual([screen.getByLabelText('First')]);
  expect(scrolled).toHaveBeenCalledWith({ block: 'center' });
});

it('an error clears when its field is edited or set, and the others stay', async () => {
  render(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getAllByText('Required')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }));

  expect(screen.getByLabelText('Second').getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText('First').getAttribute('aria-invalid')).toBe('true');
});
