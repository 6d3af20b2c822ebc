import type { NewEvent, OutboxMessages } from '@satrangi/chassis';
import { liveTypes, sectionChanged } from '@satrangi/contracts';
import type { Section } from './sections.rules.ts';

const everyone = { to: 'everyone' } as const;

/** The messages of a write of a section: one event, and a live message for each key that pages may show. */
export const sectionMessages = (
  newEvent: NewEvent,
  { _id, key, page, status, version, deletedAt }: Section,
  keyBefore = key,
): OutboxMessages => ({
  events: [
    newEvent(sectionChanged, {
      subject: `section/${_id}`,
      data: { sectionId: _id, key, page, status: deletedAt === null ? status : 'deleted', version },
    }),
  ],
  live: [...new Set([key, keyBefore])].map((id) => ({
    message: { type: liveTypes.sectionUpdated, id },
    audience: everyone,
  })),
});
