import { lazily, traceProviderCall } from '@satrangi/chassis';
import { parseJson } from '@satrangi/contracts';
import type OpenAI from 'openai';
import type {
  ChatCompletion,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import {
  Choice,
  choiceFormat,
  type ModelAnswer,
  ModelFailure,
  type Named,
  type PromptModel,
  systemPrompt,
  type Usage,
} from '../model/choice.ts';
import { asData, runTool, type ToolDeps, toolDefinitions } from '../model/tools.ts';

export type ProviderSettings = {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly model: string;
  readonly timeoutMs: number;
};

const TOOL_ROUNDS = 3;
const TOKENS_MAX = 600;
/** A longer answer is not a choice. */
const CONTENT_MAX = 8_000;

const readChoice = (content: string | null | undefined): Choice => {
  if (!content || content.length > CONTENT_MAX) throw new Error('the model gave no choice');
  return Choice.parse(JSON.parse(content));
};

const interestsMessage = (interests: readonly string[]): ChatCompletionMessageParam[] =>
  interests.length === 0
    ? []
    : [
        {
          role: 'system',
          content: `Interests of the reader, as data: ${interests.map((one) => asData(one)).join('; ')}`,
        },
      ];

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** True for a call that was certainly not charged: refused by the provider (4xx), or never sent. */
const isUncharged = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { status, code } = at as { status?: unknown; code?: unknown };
    if (typeof status === 'number') return status >= 400 && status < 500 && status !== 408;
    if (typeof code === 'string' && NEVER_CONNECTED.has(code)) return true;
  }
  return false;
};

type Tally = { -readonly [P in keyof Usage]: Usage[P] };

/** Sends one call and adds its usage. @param tally `isWhole` becomes false when the call may have been charged unreported */
const metered = async (
  tally: Tally,
  send: () => PromiseLike<ChatCompletion>,
): Promise<ChatCompletionMessage | undefined> => {
  const call = (): Promise<ChatCompletion> => Promise.resolve(send());
  const { choices, usage } = await traceProviderCall('openai', 'chat.completions', call).catch(
    (error: unknown) => {
      if (!isUncharged(error)) tally.isWhole = false;
      throw error;
    },
  );
  if (!usage) tally.isWhole = false;
  tally.tokensIn += usage?.prompt_tokens ?? 0;
  tally.tokensOut += usage?.completion_tokens ?? 0;
  return choices[0]?.message;
};

/** Chat completions of OpenAI or of a compatible endpoint. The package loads with the first question. */
export const createProvider = (settings: ProviderSettings, tools: ToolDeps): PromptModel => {
  const client = lazily(async (): Promise<OpenAI> => {
    const { default: Client } = await import('openai');
    return new Client({
      apiKey: settings.apiKey,
      ...(settings.baseUrl ? { baseURL: settings.baseUrl } : {}),
      maxRetries: 0,
      timeout: settings.timeoutMs,
    });
  });

  type Prompt = Parameters<PromptModel>;
  const converse = async (tally: Tally, [message, history, interests]: Prompt): Promise<Chosen> => {
    const signal = AbortSignal.timeout(settings.timeoutMs);
    const openai = await client();
    const named: Named = new Map();
    const messages: ChatCompletionMessageParam[] = [
      { role: 'system', content: systemPrompt },
      ...interestsMessage(interests),
      ...history.map(({ role, text }) => ({ role, content: text })),
      { role: 'user', content: message },
    ];
    for (let round = 0; round <= TOOL_ROUNDS; round++) {
      // without time left nothing is sent, and nothing charged
      signal.throwIfAborted();
      const answer = await metered(tally, () =>
        openai.chat.completions.create(
          {
            model: settings.model,
            messages,
            tools: toolDefinitions as ChatCompletionTool[],
            tool_choice: round < TOOL_ROUNDS ? 'auto' : 'none',
            // strict schemas and parallel calls do not go together
            parallel_tool_calls: false,
            response_format: choiceFormat,
            max_completion_tokens: TOKENS_MAX,
          },
          { signal },
        ),
      );
      const [call] = answer?.tool_calls ?? [];
      if (!answer || !call || round === TOOL_ROUNDS) return { choice: readChoice(answer?.content), named };
      if (call.type !== 'function') throw new Error('the model called an unknown tool');
      const result = await runTool(tools, named, call.function.name, parseJson(call.function.arguments));
      messages.push(
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: result },
      );
    }
    throw new Error('unreachable');
  };

  return async (...prompt) => {
    const tally: Tally = { tokensIn: 0, tokensOut: 0, isWhole: true };
    try {
      return { ...(await converse(tally, prompt)), usage: tally };
    } catch (error) {
      throw new ModelFailure(error, tally);
    }
  };
};
type Chosen = Pick<ModelAnswer, 'choice' | 'named'>;
