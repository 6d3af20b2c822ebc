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
  /** Letters that a stopped process was sending stay as they are. */
  'letter-takeover': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/letters/send-batch.ts',
        'let people: readonly Recipient[] = afterTakeover(batch.people, config.SEND_IN_DOUBT);',
        'let people: readonly Recipient[] = batch.people;\n  void afterTakeover;',
      ),
    ],
  },
  /** Leaving is answered and nothing else. */
  leave: {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/newsletter/leave-newsletter.ts',
        'await endSubscription(deps)(id, how);',
        'void how;',
      ),
    ],
  },
  /** Opening the link of a mail is leaving. */
  'leave-by-post': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/newsletter/newsletter.routes.ts',
        'unsubscribePage: ({ query: { token } }, _caller, { response }) => {',
        "unsubscribePage: ({ query: { token } }, _caller, { response }) => {\n      void leave(token, 'link');",
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
  /** Two deploys may take one revision. */
  'revision-unique': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/deploy/snapshots.store.ts',
        'snapshots.create({ ...snapshot, _id: idOf(snapshot.revision) }, messages),',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the product, not a template
        'snapshots.create({ ...snapshot, _id: `${snapshot.revision}-${Math.random()}` }, messages),',
      ),
      edit(
        'services/cms/src/deploy/deploy-content.ts',
        'const next = last.then(\n      () => deploy(by),\n      () => deploy(by),\n    );',
        'const next = deploy(by);',
      ),
    ],
  },
  /** A deploy hook that refuses is not called again. */
  'hook-retry': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/deploy/deploy-hook.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the product, not a template
        'if (!response.ok) throw new Error(`the deploy hook answered ${response.status}`);',
        '',
      ),
    ],
  },
  /** A post that is not published is answered to everyone. */
  'hidden-posts': {
    controls: [CMS_FAULTS],
    edits: [
      edit(
        'services/cms/src/blogs/blogs.routes.ts',
        'if (!blog.published && !isEditor)',
        'if (!blog.published && !isEditor && blog === null)',
      ),
    ],
  },
} as const satisfies Record<string, Mutation>;
