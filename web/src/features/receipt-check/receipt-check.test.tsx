import { createHash } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { aReceipt, publishingServers } from '../../testing/publishing-servers.ts';

const CONTENT = 'a story';
const sha256 = createHash('sha256').update(CONTENT).digest('hex');
const receipt = aReceipt({ sha256 });

const open = async (isSigned = true, address = '/publishing/verify') => {
  const verifyReceipt = vi.fn(() => ({ isSigned }));
  const opened = openPage(address, { server: publishingServers({ verifyReceipt }) });
  await screen.findByRole('form', { name: 'Receipt' });
  return { ...opened, verifyReceipt };
};
const upload = (user: ReturnType<typeof openPage>['user'], content: string) =>
  user.upload(screen.getByLabelText('Your file (optional)'), new File([content], 'story.pdf'));

describe('/publishing/verify (BEY-10)', () => {
  it.each([
    ['exactly this file', CONTENT, true, 'We signed this receipt, for exactly this file.'],
    ['a file with one changed letter', 'a stork', true, 'We signed this receipt, for another file.'],
    ['a receipt that is not ours', CONTENT, false, 'We did not sign this.'],
  ])('tells %s, and uploads nothing', async (_, content, isSigned, outcome) => {
    const { user, fetched } = await open(isSigned);
    await user.upload(
      screen.getByLabelText('Receipt file'),
      new File([JSON.stringify(receipt)], 'receipt.json', { type: 'application/json' }),
    );
    await upload(user, content);
    await user.click(screen.getByRole('button', { name: 'Check' }));

    expect(await screen.findByRole('heading', { name: outcome })).toBeTruthy();
    const bodies = fetched.mock.calls.map(([, init]) => String(init?.body ?? ''));
    expect(bodies.join()).not.toContain(content);
    expect(bodies).toContain(JSON.stringify({ receipt }));
  });

  it('takes a receipt of a link out of the address at once', async () => {
    const link = `/publishing/verify#r=${encodeURIComponent(JSON.stringify(receipt))}`;
    const { user, where, hash } = await open(true, link);
    await waitFor(() => expect([where(), hash()]).toEqual(['/publishing/verify', '']));
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByRole('heading', { name: 'We signed this receipt.' })).toBeTruthy();
  });

  it.each(['', 'no receipt', '{}', '[]', JSON.stringify({ ...receipt, kind: 'other' })])(
    'refuses the text %j without a call',
    async (text) => {
      const { user, verifyReceipt } = await open();
      const field = screen.getByLabelText('Text of the receipt');
      if (text) {
        await user.click(field);
        await user.paste(text);
      }
      await user.click(screen.getByRole('button', { name: 'Check' }));
      expect((await screen.findByRole('alert')).textContent).toMatch(/^This is not a receipt of ours\./);
      expect(verifyReceipt).not.toHaveBeenCalled();
    },
  );
});
