import { lazily } from '@satrangi/chassis';
import type OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { type AskModel, Choice, choiceFormat, type Named, systemPrompt } from '../model/choice.ts';
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

const parseArguments = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

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

/** Chat completions of OpenAI or of a compatible endpoint. The package loads with the first question. */
export const createProvider = (settings: ProviderSettings, tools: ToolDeps): AskModel => {
  const client = lazily(async (): Promise<OpenAI> => {
    const { default: Client } = await import('openai');
    return new Client({
      apiKey: settings.apiKey,
      ...(settings.baseUrl ? { baseURL: settings.baseUrl } : {}),
      maxRetries: 0,
      timeout: settings.timeoutMs,
    });
  });

  return async (message, history, interests) => {
    const signal = AbortSignal.timeout(settings.timeoutMs);
    const openai = await client();
    const named: Named = new Map();
    const messages: ChatCompletionMessageParam[] = [
      { role: 'system', content: systemPrompt },
      ...interestsMessage(interests),
      ...history.map(({ role, text }) => ({ role, content: text })),
      { role: 'user', content: message },
    ];
    let tokensIn = 0;
    let tokensOut = 0;
    for (let round = 0; round <= TOOL_ROUNDS; round++) {
      const { choices, usage } = await openai.chat.completions.create(
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
      );
      tokensIn += usage?.prompt_tokens ?? 0;
      tokensOut += usage?.completion_tokens ?? 0;
      const answer = choices[0]?.message;
      const [call] = answer?.tool_calls ?? [];
      if (!answer || !call || round === TOOL_ROUNDS)
        return { choice: readChoice(answer?.content), named, tokensIn, tokensOut };
      if (call.type !== 'function') throw new Error('the model called an unknown tool');
      const result = await runTool(tools, named, call.function.name, parseArguments(call.function.arguments));
      messages.push(
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: result },
      );
    }
    throw new Error('unreachable');
  };
};
