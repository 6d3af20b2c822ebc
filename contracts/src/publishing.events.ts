import { z } from 'zod';
import { defineEvent } from './event.ts';
import { submissionStatuses } from './publishing-texts.ts';
import { Instant, StoredMediaType } from './schemas.ts';

export const submissionReceived = defineEvent(
  'publishing.submission-received.v1',
  'An author sent in a work. Once for each submission, also when it is sent twice.',
  z.object({ submissionId: z.string(), mediaType: StoredMediaType, hasFile: z.boolean(), at: Instant }),
);

export const submissionStatusChanged = defineEvent(
  'publishing.submission-status-changed.v1',
  'A submission moved to another state. Once for each move.',
  z.object({
    submissionId: z.string(),
    from: z.enum(submissionStatuses),
    to: z.enum(submissionStatuses),
    at: Instant,
  }),
);
