import { randomBytes } from 'node:crypto';
import { type publishingApi, publishingTexts, type SubmissionRequest } from '@satrangi/contracts';
import type { z } from 'zod';
import { statusUrl } from './status-tokens.rules.ts';
import type { Deps } from './submissions.deps.ts';
import { numberOf } from './submissions.rules.ts';

/** Only machines fill the hidden field. */
export const isFilledByMachine = ({ website }: Pick<SubmissionRequest, 'website'>): boolean =>
  website !== undefined && website !== '';

/** The answer of a success, with nothing stored (checklist PUB-14). Its private page says that the link is over. */
export const honeypotAnswer = ({
  ids,
  config,
}: Pick<Deps, 'ids' | 'config'>): z.output<(typeof publishingApi)['submit']['response']> => ({
  success: true,
  message: publishingTexts.received,
  number: numberOf(randomBytes(5)),
  statusUrl: statusUrl(config.SUBMISSION_SECRET, config.PUBLIC_URL, ids.newId()),
  receipt: null,
});
