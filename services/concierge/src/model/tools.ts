import type { Clock } from '@satrangi/chassis';
import { type JoinedMediaType, joinedOf, type MediaItem, mediaTypes, storedOf } from '@satrangi/contracts';
import { z } from 'zod';
import type { Passages } from '../passages/passages.ts';
import type { RunInfo } from '../passages/run-info.ts';
import { runReply } from '../replies/run-reply.ts';
import type { CatalogClient } from '../shop/catalog-client.ts';
import { type Criteria, criteriaOf } from '../shop/criteria.rules.ts';
import type { Found } from '../shop/retrieve-items.ts';
import type { Named } from './choice.ts';

const FIELD_MAX = 300;
const RESULTS_MAX = 8;
const RUN_MAX = 600;

const text = (max: number) => z.string().max(max);
const Search = z.object({
  q: text(200),
  type: z.string().nullish(),
  language: z.string().nullish(),
  maxPriceINR: z.number().nullish(),
});
const ById = z.object({ id: text(64) });
const Lookup = z.object({ q: text(200) });

const parameters = (schema: z.ZodObject): Record<string, unknown> => ({ ...z.toJSONSchema(schema) });
const tool = (name: string, description: string, schema: z.ZodObject) => ({
  type: 'function' as const,
  function: { name, description, parameters: parameters(schema) },
});

/** The tools, all read-only (checklist CON-16). What belongs to the reader is never in a result. */
export const toolDefinitions = [
  tool(
    'search_catalog',
    `Find items by words, optionally of one type (${mediaTypes.map(({ joined }) => joined).join(', ')}), language or price`,
    Search,
  ),
  tool('get_item', 'One item by id', ById),
  tool('policy_lookup', 'A passage of the policies and questions', Lookup),
  tool('run_info', 'What is known of the virtual run', z.object({})),
  tool(
    'my_library',
    'Items that the reader owns are left out by the shop; nothing is returned',
    z.object({}),
  ),
  tool('order_help', 'Orders are answered by the shop; nothing is returned', z.object({})),
];

/** Text of the catalog as data: without control characters and brackets that look like markup, and short. */
export const asData = (value: string, max = FIELD_MAX): string =>
  value
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/[<>[\]{}`]/g, ' ')
    .slice(0, max);

const itemData = (item: MediaItem) => ({
  id: item._id,
  type: item.mediaType,
  title: asData(item.title),
  creator: asData(item.creator),
  language: item.language,
  genres: item.genres.map((one) => asData(one)),
  tags: item.tags.map((one) => asData(one)),
  isFree: item.isFree,
  description: asData(item.description),
});

export type ToolDeps = {
  readonly catalog: CatalogClient;
  readonly passages: Passages;
  readonly runInfo: RunInfo;
  readonly clock: Clock;
  /** Finds items by words, as the local answer does. */
  readonly find: (searched: {
    readonly message: string;
    readonly criteria: Criteria;
    readonly reader: { readonly taste: readonly string[] };
  }) => Promise<Found>;
};

/** The kind that a model's type means; null when it means none. */
const kindOfType = (type: string | null | undefined): JoinedMediaType | null => {
  const stored = type ? storedOf(type) : undefined;
  return stored ? joinedOf(stored) : null;
};

/** A search of the model as the local answer reads a message; its filters are added to those in its words. */
const searchedBy = ({ q, type, language, maxPriceINR }: z.output<typeof Search>) => {
  const criteria = criteriaOf(q);
  const kind = kindOfType(type);
  return {
    message: q,
    reader: { taste: [] },
    criteria: {
      ...criteria,
      ...(kind ? { kinds: [kind] } : {}),
      ...(language ? { language: language.slice(0, 2).toLowerCase() } : {}),
      ...(maxPriceINR ? { maxINR: maxPriceINR } : {}),
    },
  };
};

/** Runs one tool call. @returns its result as JSON text; unknown tools and arguments give an empty result */
export const runTool = async (
  { catalog, passages, runInfo, clock, find }: ToolDeps,
  named: Named,
  name: string,
  args: unknown,
): Promise<string> => {
  const note = (item: MediaItem) => {
    named.set(item._id, item.mediaType);
    return itemData(item);
  };
  if (name === 'search_catalog') {
    const read = Search.safeParse(args);
    if (!read.success) return '[]';
    const { candidates } = await find(searchedBy(read.data));
    const items = await Promise.all(candidates.slice(0, RESULTS_MAX).map(({ item }) => catalog.get(item)));
    return JSON.stringify(items.filter((item) => item !== undefined).map(note));
  }
  if (name === 'get_item') {
    const read = ById.safeParse(args);
    const mediaType = read.success ? named.get(read.data.id) : undefined;
    const item = read.success && mediaType ? await catalog.get({ id: read.data.id, mediaType }) : undefined;
    return item ? JSON.stringify(note(item)) : 'null';
  }
  if (name === 'policy_lookup') {
    const read = Lookup.safeParse(args);
    const passage = read.success ? await passages.lookup(read.data.q) : undefined;
    return passage ? JSON.stringify({ title: asData(passage.title), text: asData(passage.text) }) : 'null';
  }
  if (name === 'run_info')
    return JSON.stringify({ text: asData(runReply(await runInfo(), 'en', clock.now()), RUN_MAX) });
  return JSON.stringify({ note: 'The shop answers this itself.' });
};
