import { createHmac } from 'node:crypto';
import { normaliseEmail, type StoredMediaType, type SubmissionRequest, soundsOf } from '@satrangi/contracts';

type Content = Pick<SubmissionRequest, 'name' | 'email' | 'title' | 'description' | 'driveLink' | 'media'>;

const WINDOW_MS = 3_600_000;

const hmac = (secret: string, parts: readonly unknown[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

/** The number of the hour in which a submission arrives. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / WINDOW_MS);

/** The same for equal content in one hour: a form sent twice is one submission. */
export const contentKeyOf = (secret: string, content: Content, hour: number): string =>
  hmac(secret, [
    'content',
    content.name,
    content.email.toLowerCase(),
    content.title,
    content.description,
    content.driveLink,
    content.media,
    hour,
  ]);

/** Finds the submissions of a mailbox without storing a second copy of its address. */
export const mailboxKeyOf = (secret: string, email: string): string =>
  hmac(secret, ['mailbox', normaliseEmail(email) ?? email.toLowerCase()]);

/** What `search` looks in: the text (checklist PUB-19), and the sounds of title and name (BEY-03). */
export const searchFields = ({
  title,
  name,
  email,
  description,
}: Pick<Content, 'title' | 'name' | 'email' | 'description'>): {
  readonly folded: string;
  readonly sounds: string[];
} => ({
  folded: [title, name, email, description].join('\n').toLowerCase(),
  sounds: soundsOf(`${title} ${name}`),
});

/** Matches a text anywhere, each of its characters literally. */
export const literalPattern = (text: string): string =>
  text.toLowerCase().replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Letters that are not mistaken for digits. */
const LETTERS = 'ABCDEFGHKMNPRTWXYZ';

/** The number of a submission for people, from random bytes: `SUB-104823K`. */
export const numberOf = (random: Buffer): string => {
  const digits = String(random.readUInt32BE(0) % 1_000_000).padStart(6, '0');
  return `SUB-${digits}${LETTERS[random.readUInt8(4) % LETTERS.length]}`;
};

/** An item of the catalog that was made of a submission. */
export type MadeItem = {
  readonly type: StoredMediaType;
  readonly version: number;
  readonly isPublished: boolean;
  /** The time of its earliest known event: of its creation, once that event has arrived. */
  readonly since: string;
};
type Named = { readonly id: string };

export type MadeItems = {
  readonly items?: Readonly<Record<string, MadeItem>> | undefined;
  readonly item: (Omit<MadeItem, 'since'> & Named) | null;
};

/** The item of a submission: of several, the published ones go first, then the one that was created last. */
export const itemOf = ({ item, items = {} }: MadeItems): (MadeItem & Named) | null => {
  const older = item ? { [item.id]: { ...item, ...items[item.id], since: '' } } : {};
  const all = Object.entries({ ...items, ...older }).map(([id, made]) => ({ ...made, id }));
  const [first = null] = all.sort(
    (a, b) => Number(b.isPublished) - Number(a.isPublished) || b.since.localeCompare(a.since),
  );
  return first;
};
