import { useFixture } from '@satrangi/chassis/use-fixture';
import { EDIT_TOKEN_HEADER, type PageChanges } from '@satrangi/contracts';
import { beforeEach, expect, it } from 'vitest';
import { editToken } from '../src/pages/edit-token.ts';
import { bootRun, DURING, form, RUN_SECRET } from './boot-run.ts';

const run = useFixture(bootRun);
beforeEach(() => run.service.clock.set(DURING));

const storedOf = () => run.service.internals.store.connection.collection('registrations');
const publicPronouns = async (slug: string) => (await run.visitor.getPage({ params: { slug } })).pronouns;

/** The calls of the private link of a page. */
const ownLink = async (slug: string) => {
  const registration = await storedOf().findOne({ slug });
  const headers = {
    [EDIT_TOKEN_HEADER]: editToken(RUN_SECRET, { _id: String(registration?._id) }),
  };
  return {
    open: () => run.visitor.openPage({ params: { slug } }, { headers }),
    change: (body: PageChanges) => run.visitor.editPage({ params: { slug }, body }, { headers }),
  };
};

it('pronouns are on a page only by choice, and the private link changes and hides them (RUN-03, RUN-24)', async () => {
  const { slug } = await run.register({ pronouns: 'They/Them' });
  const link = await ownLink(slug);

  expect(await publicPronouns(slug)).toBeNull();
  expect(await link.open()).toMatchObject({ pronouns: null, showPronouns: false, ownPronouns: 'They/Them' });

  await link.change({ showPronouns: true });
  expect(await publicPronouns(slug)).toBe('They/Them');

  await link.change({ story: 'Another story' });
  expect(await publicPronouns(slug)).toBe('They/Them');

  await link.change({ pronouns: 'Ze/Hir' });
  expect(await publicPronouns(slug)).toBe('Ze/Hir');

  await link.change({ showPronouns: false });
  expect(await publicPronouns(slug)).toBeNull();
  expect(await link.open()).toMatchObject({ ownPronouns: 'Ze/Hir' });

  expect(await link.change({ pronouns: null, showPronouns: true })).toMatchObject({
    pronouns: null,
    ownPronouns: null,
  });
});

it('the form has the choice, also when its draft registers the runner', async () => {
  const chosen = { pronouns: 'She/Her', showPronouns: true } as const;
  const { slug } = await run.register(chosen);
  const { draftId } = await run.visitor.createDraft({ body: form({ ...chosen, displayName: 'Drafted' }) });
  const { paymentId } = await run.feePaid({ runDraftId: draftId });
  const drafted = await storedOf().findOne({ paymentId });

  expect([await publicPronouns(slug), await publicPronouns(String(drafted?.slug))]).toEqual([
    'She/Her',
    'She/Her',
  ]);
});

it('pronouns of a registration from before the choice are hidden', async () => {
  const { slug } = await run.register({ pronouns: 'He/Him', showPronouns: true });
  await storedOf().updateOne({ slug }, { $unset: { showPronouns: 1 } });

  expect(await publicPronouns(slug)).toBeNull();
  expect(await (await ownLink(slug)).open()).toMatchObject({ showPronouns: false });
});

it('a page is in the list only while its runner wants it there', async () => {
  const { slug } = await run.register();
  const link = await ownLink(slug);
  const isListed = async (): Promise<boolean> => {
    const { pages } = await run.visitor.listPages({ query: {} });
    return pages.some((page) => page.slug === slug);
  };

  expect([await isListed(), (await link.open()).isListed]).toEqual([false, false]);
  await link.change({ isListed: true });
  expect(await isListed()).toBe(true);
  await link.change({ isListed: false });
  expect([await isListed(), (await run.visitor.getPage({ params: { slug } })).isListed]).toEqual([
    false,
    false,
  ]);
});
