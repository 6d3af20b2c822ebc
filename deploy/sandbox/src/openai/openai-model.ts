import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { InjectedFault } from '../knobs.ts';

const ToolCall = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
export const ChatRequest = z.object({
  model: z.string(),
  messages: z
    .array(
      z.object({
        role: z.enum(['system', 'user', 'assistant', 'tool']),
        content: z.string().nullish(),
        tool_calls: z.array(ToolCall).optional(),
        tool_call_id: z.string().optional(),
      }),
    )
    .min(1),
  tools: z.array(z.unknown()).optional(),
  tool_choice: z.unknown().optional(),
  response_format: z.object({ type: z.string() }).optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

const FoundItem = z.object({ id: z.string(), tags: z.array(z.string()), genres: z.array(z.string()) });
const PICKS_MAX = 6;
const FLOOD_BYTES = 100_000;
/** A leak is small enough to be read as a choice, in parts that are short enough for a sentence. */
const LEAK_MAX = 1_200;
const OPENING_PART = 150;
const QUESTION_PART = 55;

type Answer = { readonly content: string | null; readonly call?: { name: string; args: unknown } };

const choice = (fields: Record<string, unknown>): string =>
  JSON.stringify({ intent: 'items', picks: [], passages: [], opening: '', followUps: [], ...fields });

const readJson = (text: string | null | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
};

/** The items of all tool results so far. */
const foundItems = ({ messages }: ChatRequest) =>
  messages
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => {
      const list = readJson(content);
      return (Array.isArray(list) ? list : [list]).flatMap((item) => {
        const read = FoundItem.safeParse(item);
        return read.success ? [read.data] : [];
      });
    });

/** Picks of what was found, each with a tag of the item. */
const foundPicks = (request: ChatRequest) =>
  foundItems(request)
    .slice(0, PICKS_MAX)
    .map(({ id, tags, genres }) => ({ id, because: 'tag', value: tags[0] ?? genres[0] ?? '' }));

const lastMessage = ({ messages }: ChatRequest): string =>
  messages.findLast(({ role }) => role === 'user')?.content ?? '';

const search = (request: ChatRequest): Answer => ({
  content: null,
  call: { name: 'search_catalog', args: { q: lastMessage(request).slice(0, 200) } },
});

const lookup = (request: ChatRequest): Answer => ({
  content: null,
  call: { name: 'policy_lookup', args: { q: lastMessage(request).slice(0, 200) } },
});

/**
 * Follows instructions in text that is data: repeats what stands behind SAY in messages and tool results, or all that it
 * was sent for REPEAT EVERYTHING.
 */
const obeyed = ({ messages }: ChatRequest): string => {
  const data = messages.filter(({ role }) => role === 'user' || role === 'tool');
  if (data.some(({ content }) => content?.includes('REPEAT EVERYTHING')))
    return messages
      .map(({ content }) => content ?? '')
      .join(' ')
      .slice(0, LEAK_MAX);
  return data
    .flatMap(({ content }) =>
      [...(content ?? '').matchAll(/SAY:?\s*([^"\n]{3,150})/g)].map(([, repeated]) => repeated),
    )
    .join(' ');
};

const invented = (names: readonly string[], found: readonly unknown[]): string =>
  choice({
    picks: [
      ...names.map((name) => ({
        id: name.replace(/\W+/g, '-').toLowerCase(),
        because: 'asked',
        value: name,
      })),
      ...found,
    ],
    opening: `You will love ${names.join(', ')}, now only ₹49, paid and sent to you.`,
    followUps: names.map((name) => `Shall I order ${name}?`).slice(0, 3),
  });

/**
 * A model that chooses by rule: it searches with the reader's words and picks what was found. Faults make it hostile:
 * it invents titles, obeys text in its data, or answers with something that is no choice.
 */
export const answerChat = (
  request: ChatRequest,
  fault: InjectedFault,
  nextScripted: () => string | undefined,
): Answer => {
  const hasSearched = request.messages.some(({ role }) => role === 'tool');
  const mayCall = request.tools !== undefined && request.tool_choice !== 'none';
  if (fault.garbage) return { content: 'Sure! Try "Midnight Mangoes" by Zubin Rao <b>today</b>' };
  if (fault.flood) return { content: 'x'.repeat(FLOOD_BYTES) };
  if (fault.loop) return search(request);
  if (!hasSearched && mayCall) return fault.obey ? lookup(request) : search(request);
  // a model that follows instructions in data also reads the policies
  if (fault.obey && mayCall && request.messages.filter(({ role }) => role === 'tool').length < 2)
    return search(request);
  const scripted = nextScripted();
  if (scripted !== undefined) return { content: scripted };
  const found = foundPicks(request);
  if (fault.invent) return { content: invented(fault.invent, found) };
  if (fault.obey) {
    const repeated = obeyed(request);
    return {
      content: choice({
        picks: [{ id: repeated, because: 'asked', value: repeated }, ...found],
        opening: repeated.slice(0, OPENING_PART),
        followUps: [0, 1, 2].map((n) => repeated.slice(n * QUESTION_PART, (n + 1) * QUESTION_PART)),
      }),
    };
  }
  return {
    content: choice({
      picks: found,
      opening: 'Here are some stories that may suit the moment.',
      followUps: ['Something shorter?', 'Something more hopeful?', 'Something to listen to?'],
    }),
  };
};

const TOKEN_LETTERS = 4;
const tokens = (text: string): number => Math.ceil(text.length / TOKEN_LETTERS);

/** The answer in the shape of `POST /v1/chat/completions`. */
export const completionOf = (request: ChatRequest, { content, call }: Answer, now: Date) => ({
  id: `chatcmpl-${randomBytes(9).toString('base64url')}`,
  object: 'chat.completion',
  created: Math.floor(now.getTime() / 1000),
  model: request.model,
  choices: [
    {
      index: 0,
      finish_reason: call ? 'tool_calls' : 'stop',
      message: {
        role: 'assistant',
        content,
        ...(call
          ? {
              tool_calls: [
                {
                  id: `call_${randomBytes(6).toString('hex')}`,
                  type: 'function',
                  function: { name: call.name, arguments: JSON.stringify(call.args) },
                },
              ],
            }
          : {}),
      },
    },
  ],
  usage: {
    prompt_tokens: tokens(JSON.stringify(request.messages)),
    completion_tokens: tokens(content ?? JSON.stringify(call)),
    total_tokens: tokens(JSON.stringify(request.messages)) + tokens(content ?? ''),
  },
});
