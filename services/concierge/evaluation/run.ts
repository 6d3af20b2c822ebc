/** Asks a running shop the 120 questions and prints the score: `node services/concierge/evaluation/run.ts [address]`. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  type ChatReply,
  catalogApi,
  conciergeApi,
  createClient,
  MediaId,
  type MediaItem,
} from '@satrangi/contracts';
import { scoreOf } from './score.ts';

const content = join(import.meta.dirname, '../../../deploy/seed/content');
const baseUrl = `${process.argv[2] ?? 'http://localhost:8080'}/api`;
const chat = createClient(conciergeApi, { baseUrl });
const catalog = createClient(catalogApi, { baseUrl });
const MINUTE_MS = 60_000;

/** The slugs of the demo titles, by which the questions name them. */
const slugByTitle = new Map(
  readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name): [string, string] => {
      const { title } = JSON.parse(readFileSync(join(content, name), 'utf8')) as { title: string };
      return [title, basename(name, '.json')];
    }),
);
const slugOf = (title: string): MediaId => MediaId.parse(slugByTitle.get(title) ?? 'unknown');

/** Waits for `Retry-After`: it allows 20 messages a minute. */
const prompt = async ({ text }: { readonly text: string }): Promise<ChatReply> => {
  try {
    const reply = await chat.chat({ body: { message: text } });
    return { ...reply, items: reply.items.map((item) => ({ ...item, id: slugOf(item.title) })) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    await sleep(MINUTE_MS);
    return prompt({ text });
  }
};

const { items } = await catalog.search({ query: { limit: 100 } });
const bySlug = new Map<string, MediaItem>(
  items.map((item) => [slugOf(item.title), { ...item, _id: slugOf(item.title) }]),
);
const { share, missed } = await scoreOf(prompt, bySlug);
process.stdout.write(`${(share * 100).toFixed(1)} % of 120 questions\n${missed.join('\n')}\n`);
