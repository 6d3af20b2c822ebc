import { until } from '@satrangi/start';
import type { Report } from '../report.ts';
import { openLive, openReader, ownedBy, payOrder, requestAt, startOrder } from '../shop.ts';
import type { Stack } from '../stack.ts';

/** Register, log in, browse, buy, read, and receive the live message in an open tab. */
export const checkShopping = async (stack: Stack, report: Report, book: string): Promise<void> => {
  const page = await fetch(stack.url);
  report.check(
    'the pages are served',
    page.ok && (await page.text()).includes('<div id="root"'),
    page.status,
  );
  const reader = await openReader(stack, 'walk');
  const { json } = await requestAt(`${stack.url}/api/ebooks/${book}`);
  report.check('a reader registers, logs in and finds the book', json._id === book, json);

  const live = await openLive(stack, reader);
  report.check('live messages are an event stream', live.type.startsWith('text/event-stream'), live.type);
  const order = await startOrder(stack, reader, book);
  await payOrder(stack, order);
  const entries = await ownedBy(stack, reader, [book]);
  report.check('a purchase through the sandbox stands in the library', entries.length === 1, entries);
  await until('the live message arrives', async () => live.text().includes('library-updated'));
  report.check('an open tab gets the live message', true);
  live.close();

  const file = await fetch(`${stack.url}/api/ebooks/${book}/pdf`, {
    headers: { authorization: `Bearer ${reader.token}` },
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  report.check(
    'the owner reads the whole PDF',
    file.ok && bytes.subarray(0, 5).toString() === '%PDF-',
    file.status,
  );
  const sample = await fetch(`${stack.url}/api/ebooks/${book}/preview-limited`);
  report.check('a stranger reads the sample', sample.ok, sample.status);
};
