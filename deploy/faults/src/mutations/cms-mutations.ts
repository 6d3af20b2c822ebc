import { edit, type Mutation } from './mutation.ts';

const CMS_FAULTS = 'deploy/faults/src/scenarios/cms/cms-controls.ts';

/** Safety parts of the promises P50 to P58 and P92. */
export const cmsMutations = {
  /** The text before a save becomes no version. */
  'version-push': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/sections/sections.rules.ts',
        'text === draft.text\n    ? versions',
        'text === draft.text || true\n    ? versions',
      ),
    ],
  },
  /** A save over any text counts. */
  'base-check': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/sections/sections.rules.ts',
        'if (updatedAt === undefined && ifMatch === undefined) return true;',
        'if (section || (updatedAt === undefined && ifMatch === undefined)) return true;',
      ),
    ],
  },
  /** A redirect of Google may lead to any host. */
  'content-hosts': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/imports/fetch-google.ts',
        'return url && isContentHost(url) ? url : null;',
        'return url;',
      ),
    ],
  },
  /** A link of any host names a document. */
  'document-hosts': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/imports/document-link.rules.ts',
        "const { hostname, pathname } = new URL(link.trim());\n  if (hostname !== 'docs.google.com') return null;",
        'const { pathname } = new URL(link.trim());',
      ),
      edit(
        'services/cms/src/imports/document-link.rules.ts',
        'const id = driveFileIdOf(link);',
        'const id = /\\/d\\/([\\w-]+)/.exec(link)?.[1] ?? driveFileIdOf(link);',
      ),
    ],
  },
  /** Each request sends a confirmation mail. */
  'mailbox-limit': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/newsletter/ask-subscription.ts',
        "if ((await limiter.consume('newsletterMailbox', email)) > 0) return;",
        '',
      ),
    ],
  },
  /** A mailbox that asked too often is answered so. */
  'silent-limit': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/newsletter/ask-subscription.ts',
        "if ((await limiter.consume('newsletterMailbox', email)) > 0) return;",
        "enforceRateLimit(newsletterTexts.tooMany, await limiter.consume('newsletterMailbox', email));",
      ),
    ],
  },
  /** Anyone may report a bounce. */
  'report-signature': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/newsletter/report-signature.rules.ts',
        'return isFresh && timingSafeEqual(',
        'return isFresh || timingSafeEqual(',
      ),
    ],
  },
  /** A repeated soft bounce counts again. */
  'bounce-once': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/newsletter/subscribers.store.ts',
        '{ $addToSet: { softBounces: sendId } },',
        '{ $push: { softBounces: sendId } },',
      ),
    ],
  },
} as const satisfies Record<string, Mutation>;
