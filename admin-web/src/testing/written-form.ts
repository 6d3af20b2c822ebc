import { screen, within } from '@testing-library/react';
import type { openAdmin } from './open-admin.tsx';

type Opened = ReturnType<typeof openAdmin>;
export type User = Opened['user'];

/** A form that writes: how it is opened and filled, and what it shows when no answer comes. */
export type WrittenForm = {
  /** `cms.createBlog`. Of the kinds of media the form of an eBook stands for all. */
  readonly call: string;
  /** Which form, when several make the same call. */
  readonly which?: string;
  readonly open: () => Opened;
  /** Types, up to the button that sends. */
  readonly fill: (user: User) => Promise<void>;
  readonly button: () => HTMLElement;
  readonly sentence: string | RegExp;
  /** The value that was typed, where it stands now. */
  readonly typed: () => string;
};

export const NO_ANSWER = 'The server did not answer. Nothing you typed is lost; try it again.';
const SLOW = { timeout: 10_000 };

const field = (label: string | RegExp): Promise<HTMLElement> => screen.findByLabelText(label, {}, SLOW);
export const textIn = (label: string | RegExp) => () => screen.getByLabelText<HTMLInputElement>(label).value;
export const type = async (user: User, label: string | RegExp, text: string): Promise<void> => {
  const element = await field(label);
  await user.clear(element);
  await user.type(element, text);
};
export const press = async (user: User, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }, SLOW));
export const button = (name: string) => () => screen.getByRole('button', { name });
/** A button of the dialog that was opened last. */
export const inDialog = (name: string) => () =>
  within(screen.getAllByRole('dialog').at(-1) ?? document.body).getByRole('button', { name });
