import type { Scene } from './task.ts';

/** Opens the profile from the header. */
export const openProfile = ({ page, steps }: Scene): Promise<void> =>
  steps.press(page.getByRole('banner').getByRole('link', { name: 'Profile' }));
