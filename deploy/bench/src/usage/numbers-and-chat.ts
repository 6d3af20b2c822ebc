/**
 * Time of the dashboard and of the chat without a model, each service alone in this process over the embedded store:
 * `node deploy/bench/src/usage/numbers-and-chat.ts [facts]`.
 */
import process from 'node:process';
import { recompute } from '../../../../services/analytics-usage/src/counting/count-facts.ts';
import { windowsStore } from '../../../../services/analytics-usage/src/counting/windows.store.ts';
import { factsStore } from '../../../../services/analytics-usage/src/facts/facts.store.ts';
import { bootUsage, purchase } from '../../../../services/analytics-usage/test/boot-usage.ts';
import { bootConcierge } from '../../../../services/concierge/test/boot-concierge.ts';
import { quantile } from '../metric.ts';

const FACTS = Number(process.argv[2] ?? 1_000_000);
const BATCH = 10_000;
const DAYS = 400;
const DAY_MS = 86_400_000;
const WINDOW_MS = 30 * 60_000;
const WINDOW_FACTS = 5_000;
const READS = 1_000;
const COUNTS = 40;
const MESSAGES = 600;

const print = (name: string, times: readonly number[]): void => {
  const shown = [0.5, 0.99].map((share) => `${quantile(times, share).toFixed(1).padStart(7)} ms`);
  process.stdout.write(`${name.padEnd(44)} p50 ${shown[0]}  p99 ${shown[1]}\n`);
};

const timed = async (many: number, act: (n: number) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let n = 0; n < many; n += 1) {
    const began = performance.now();
    await act(n);
    times.push(performance.now() - began);
  }
  return times;
};

const measureNumbers = async (): Promise<void> => {
  await using usage = await bootUsage();
  const facts = usage.service.internals.store.connection.collection<{ _id: string }>('facts');
  const now = Date.now();
  for (let from = 0; from < FACTS; from += BATCH)
    await facts.insertMany(
      Array.from({ length: Math.min(BATCH, FACTS - from) }, (_, n) => {
        const at = new Date(now - ((from + n) / FACTS) * DAYS * DAY_MS);
        const isMoney = (from + n) % 10 === 0;
        return {
          _id: `bench-${from + n}`,
          type: isMoney ? 'purchase-paid' : 'page_view',
          kind: isMoney ? 'money' : 'site',
          at,
          window: new Date(Math.floor(at.getTime() / WINDOW_MS) * WINDOW_MS),
          who: `reader-${(from + n) % 5_000}`,
          ...(isMoney ? { paise: 49_900 } : {}),
        };
      }),
      { ordered: false },
    );
  const began = performance.now();
  await usage.admin.rebuild();
  process.stdout.write(`rebuild of ${FACTS} facts: ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
  print(`kpis, ${FACTS} facts`, await timed(READS, () => usage.admin.getKpis()));
  print('the numbers computed anew', await timed(COUNTS, () => usage.service.runJob('refresh-kpis')));

  const half = new Date(Math.floor((now - 30 * DAY_MS) / WINDOW_MS) * WINDOW_MS);
  await facts.insertMany(
    Array.from({ length: WINDOW_FACTS }, (_, n) => ({
      _id: `window-${n}`,
      type: 'purchase-paid',
      kind: 'money',
      at: half,
      window: half,
      paise: 49_900,
    })),
    { ordered: false },
  );
  const times: number[] = [];
  for (let n = 0; n < COUNTS; n += 1) {
    await usage.service.deliver(purchase({ orderId: `one-more-${n}`, time: half }));
    const start = performance.now();
    await usage.service.runJob('count-facts');
    times.push(performance.now() - start);
  }
  print(`one more fact in a half hour of ${WINDOW_FACTS}`, times);
  const { store } = usage.service.context;
  const again = recompute({ facts: factsStore(store), windows: windowsStore(store) });
  print(
    `the half hour of ${WINDOW_FACTS} alone`,
    await timed(COUNTS, () => again([{ kind: 'money', window: half }])),
  );
};

const questions = [
  'books about rain',
  'something gentle about families',
  'stories under 200 rupees',
  'बारिश की कहानी',
  'பயணம் பற்றிய கதை',
  'বৃষ্টির গল্প',
  'how do refunds work?',
  'hello',
] as const;

const measureChat = async (): Promise<void> => {
  await using chat = await bootConcierge();
  const prompt = (n: number) => chat.send(questions[n % questions.length] ?? 'hello');
  await timed(questions.length * 4, prompt);
  print(`chat, ${chat.shop.items.size} items, without a model`, await timed(MESSAGES, prompt));
};

await measureNumbers();
await measureChat();
process.exit(0);
