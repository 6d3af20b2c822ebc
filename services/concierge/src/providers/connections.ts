import { answerOfStatus, type Connection, fetchStatus, leadsToSandbox } from '@satrangi/chassis';
import type { ConciergeConfig } from '../config.ts';

const OPENAI = 'https://api.openai.com/v1';
type Settings = Pick<ConciergeConfig, 'AI_PROVIDER' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'AI_MODEL'>;

/** Providers outside that the concierge calls: the model, whose description is read at no cost. */
export const conciergeConnections = (settings: Settings, nodeEnv: string): Connection[] => {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl, AI_MODEL } = settings;
  const name = baseUrl ? 'The model endpoint' : 'OpenAI';
  return [
    {
      id: 'model',
      name: baseUrl ? 'Model (compatible with OpenAI)' : 'OpenAI',
      purpose: 'Replies of the chat, which are made without a model else',
      area: 'texts',
      missing: key ? [] : ['OPENAI_API_KEY'],
      isSandbox: leadsToSandbox(baseUrl, nodeEnv),
      check: async (signal) => {
        const url = `${(baseUrl ?? OPENAI).replace(/\/$/, '')}/models/${encodeURIComponent(AI_MODEL)}`;
        const status = await fetchStatus(url, signal, { authorization: `Bearer ${key}` });
        return answerOfStatus(status, {
          name,
          settings: ['OPENAI_API_KEY', ...(baseUrl ? ['OPENAI_BASE_URL'] : [])],
          meanings: { 404: `${name} has no model of the name in AI_MODEL (404).` },
          ...(settings.AI_PROVIDER === 'local' ? { note: 'AI_PROVIDER is local: no model is asked.' } : {}),
        });
      },
    },
  ];
};
