import { MediaId } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ShareTitle } from './share-title.tsx';

it('copies the page of a title, or a plain link that does not name it (BEY-05)', async () => {
  const user = userEvent.setup();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<ShareTitle item={aMediaItem({ _id: MediaId.parse('Ab-9_x'), mediaType: 'shortfilm' })} />);

  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  await user.click(screen.getByRole('button', { name: 'Copy a plain link' }));

  expect(writeText.mock.calls.flat()).toEqual([
    `${location.origin}/short-film/Ab-9_x`,
    `${location.origin}/s/Ab-9_x`,
  ]);
});
