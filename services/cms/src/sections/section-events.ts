import type { NewEvent, OutboxMessages } from '@satrangi/chassis';
import { type LiveAudience, liveTypes, sectionChanged } from '@satrangi/contracts';
import type { Section } from './sections.rules.ts';

/** What the public reads under a key; null: nothing. */
const publicText = (section: Section | null, key: string): string | null =>
  section?.key === key && section.deletedAt === null && section.published
    ? JSON.stringify([section.published.text, section.published.at])
    : null;

/** Only a write that changes what the public reads under a key names the key to the public. */
const audienceOf = (key: string, before: Section | null, after: Section): LiveAudience => ({
  to: publicText(before, key) === publicText(after, key) ? 'admins' : 'everyone',
});

/**
 * The messages of a write of a section: one event, and a live message for each key that pages may show.
 * @param before null for a new section
 */
export const sectionMessages = (
  newEvent: NewEvent,
  before: Section | null,
  after: Section,
): OutboxMessages => {
  const { _id, key, page, status, version, deletedAt } = after;
  return {
    events: [
      newEvent(sectionChanged, {
        subject: `section/${_id}`,
        data: { sectionId: _id, key, page, status: deletedAt === null ? status : 'deleted', version },
      }),
    ],
    live: [...new Set([key, before?.key ?? key])].map((id) => ({
      message: { type: liveTypes.sectionUpdated, id },
      audience: audienceOf(id, before, after),
    })),
  };
};
