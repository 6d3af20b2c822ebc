import { edit, type Mutation, mutation } from './mutation.ts';

const CMS_FAULTS = 'deploy/faults/src/scenarios/cms/cms-controls.ts';

/** Safety parts of the promises P50 to P58, P91 and P92. */
export const cmsMutations = {
  /** The text before a save becomes no version. */
  'version-push': mutation(
    [CMS_FAULTS],
    'services/cms/src/sections/sections.rules.ts',
    'text === draft.text\n    ? versions',
    'text === draft.text || true\n    ? versions',
  ),
  /** A save over any text counts. */
  'base-check': mutation(
    [CMS_FAULTS],
    'services/cms/src/sections/sections.rules.ts',
    'if (updatedAt === undefined && ifMatch === undefined) return true;',
    'if (section || (updatedAt === undefined && ifMatch === undefined)) return true;',
  ),
  /** A redirect of Google may lead to any host. */
  'content-hosts': mutation(
    [CMS_FAULTS],
    'services/cms/src/imports/fetch-google.ts',
    'return url && isContentHost(url) ? url : null;',
    'return url;',
  ),
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
  'mailbox-limit': mutation(
    [CMS_FAULTS],
    'services/cms/src/newsletter/request-subscription.ts',
    "if ((await limiter.consume('newsletterMailbox', email)) > 0) return;",
    '',
  ),
  /** A mailbox over its limit gets another answer. */
  'silent-limit': mutation(
    [CMS_FAULTS],
    'services/cms/src/newsletter/request-subscription.ts',
    "if ((await limiter.consume('newsletterMailbox', email)) > 0) return;",
    "enforceRateLimit(newsletterTexts.tooMany, await limiter.consume('newsletterMailbox', email));",
  ),
  /** Anyone may report a bounce. */
  'report-signature': mutation(
    [CMS_FAULTS],
    'services/cms/src/newsletter/report-signature.rules.ts',
    'return isFresh && timingSafeEqual(',
    'return isFresh || timingSafeEqual(',
  ),
  /** A repeated soft bounce counts again. */
  'bounce-once': mutation(
    [CMS_FAULTS],
    'services/cms/src/newsletter/subscribers.store.ts',
    '{ $setUnion: [kept, [sendId]] }',
    '{ $concatArrays: [kept, [sendId]] }',
  ),
  /** Letters that a stopped handler left stay as they are. */
  'letter-takeover': mutation(
    [CMS_FAULTS],
    'services/cms/src/letters/sends.rules.ts',
    "{ ...recipient, st: inDoubt === 'skip' ? 'doubtful' : 'waiting' }",
    '{ ...recipient, st: inDoubt ? recipient.st : recipient.st }',
  ),
  /** Leaving is answered, and changes nothing. */
  leave: mutation(
    [CMS_FAULTS],
    'services/cms/src/newsletter/leave-newsletter.ts',
    'await endSubscription(deps)(id, how);',
    'void how;',
  ),
  /** Opening the link of a letter is leaving. */
  'leave-by-post': mutation(
    [CMS_FAULTS],
    'services/cms/src/newsletter/newsletter.routes.ts',
    'const page = new URL(`/newsletter#leave=',
    "void leave(token, 'link');\n      const page = new URL(`/newsletter#leave=",
  ),
  /** Concurrent deploys may have one revision. */
  'revision-unique': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/deploy/snapshots.store.ts',
        '...snapshot, _id: idOf(snapshot.revision) }',
        '...snapshot, _id: idOf(snapshot.revision + Math.random()) }',
      ),
      edit('services/cms/src/deploy/deploy-content.ts', 'last = next;', ''),
    ],
  },
  /** A refused call of the hook counts as delivered. */
  'hook-retry': mutation(
    [CMS_FAULTS],
    'services/cms/src/deploy/deploy-hook.ts',
    'if (!response.ok) throw',
    'if (!response) throw',
  ),
  /** Drafts are public. */
  'hidden-posts': mutation(
    [CMS_FAULTS],
    'services/cms/src/blogs/blogs.routes.ts',
    'if (!blog.published && !isEditor)',
    'if (!blog && !isEditor)',
  ),
  /** A page without the texts of cms has none. */
  'built-in-texts': mutation(
    [CMS_FAULTS],
    'gateway/src/pages/find-page.ts',
    'if (response?.status !== 200) return generic;',
    'if (response?.status !== 200) return { status: generic.status, head: { title: generic.head.title, isIndexed: true } };',
  ),
} as const satisfies Record<string, Mutation>;
