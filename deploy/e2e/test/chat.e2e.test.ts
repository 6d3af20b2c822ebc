import { describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor, saveForReview } from './support/browser.ts';
import { openByKeyboard, sendMessage, showsBeginning } from './support/chat-walk.ts';
import { LOOKS } from './support/looks.ts';
import { useShopInChromium } from './support/opened.ts';

describe.skipIf(!chromiumPath)('the chat, in Chromium', () => {
  const here = useShopInChromium();

  it.each(LOOKS)(
    'P94 WEB-110: no axe violation in any state at $width px, $colorScheme: items, payment, crisis, an answer in Malayalam, an error',
    async ({ width, colorScheme, rules }) => {
      await using visitor = await openVisitor(here.browser, here.shop.url, {
        viewport: { width, height: 800 },
        colorScheme,
      });
      const page = await visitor.newPage();
      const found: string[] = [];
      const check = async (state: string): Promise<void> => {
        await saveForReview(page, `chat-${state}-${width}-${colorScheme}`);
        found.push(...(await axeViolations(page, rules)).map((violation) => `${state}: ${violation}`));
      };
      await page.goto(`${here.shop.url}/about`);
      const chat = await openByKeyboard(page);
      await check('empty');
      await sendMessage(page, chat, 'books about rain');
      expect(await showsBeginning(chat)).toBe(true);
      await chat.log.locator('li [data-cover] :is(svg, img)').first().waitFor();
      await check('items');
      await chat.panel.getByRole('button', { name: /^Buy / }).first().press('Enter');
      await chat.panel.getByRole('group', { name: 'Complete payment' }).waitFor();
      await check('payment');
      await page.keyboard.press('Escape');
      await sendMessage(page, chat, 'മഴയെക്കുറിച്ചുള്ള പുസ്തകങ്ങൾ');
      await check('malayalam');
      await sendMessage(page, chat, 'I want to die');
      await check('crisis');
      await page.route('**/api/ai/concierge', (route) => route.abort());
      await chat.field.focus();
      await page.keyboard.type('books about the sea');
      await page.keyboard.press('Enter');
      await chat.alert.getByText('Network error while calling concierge.').waitFor();
      await check('error');

      expect(found).toEqual([]);
    },
  );
});
