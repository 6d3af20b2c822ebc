import { type Handlers, Refusal, requestKeyOf } from '@satrangi/chassis';
import { type importsApi, importTexts } from '@satrangi/contracts';
import type { Deps as BlogDeps } from '../blogs/blogs.deps.ts';
import { createBlog } from '../blogs/save-blog.ts';
import type { Deps as LetterDeps } from '../letters/letters.deps.ts';
import { letterResponse } from '../letters/letters.rules.ts';
import { createLetter, readLetterText, storeLetterText } from '../letters/save-letter.ts';
import { startSend } from '../letters/start-send.ts';
import { testLetter } from '../letters/test-letter.ts';
import type { readDocument } from './read-document.ts';

type Deps = {
  readonly read: ReturnType<typeof readDocument>;
  readonly blogs: BlogDeps;
  readonly letters: LetterDeps;
};

export const importRoutes = ({ read, blogs, letters }: Deps): Handlers<typeof importsApi> => {
  const addBlog = createBlog(blogs);
  const addLetter = createLetter(letters);
  const start = startSend(letters);
  const test = testLetter(letters);
  return {
    previewBlog: ({ body: { driveLink } }) => read(driveLink, null, ['document']),
    importBlog: async ({ body }, { userId }, { request }) => {
      const { driveLink, persist, author } = body;
      if (persist && author === '') throw new Refusal('validation-failed', importTexts.authorMissing);
      const imported = await read(driveLink, persist ? userId : null, ['document']);
      if (!persist) return { ...imported, message: importTexts.read };
      const { title, content } = imported;
      const draft = { title, content, author, image: null, excerpt: '', published: false };
      const { _id: blogId } = await addBlog(draft, userId, requestKeyOf(request, userId, body));
      return { blogId, ...imported, message: importTexts.imported };
    },
    importLetter: async ({ body }, { userId }, { request }) => {
      const { title, content } = await read(body.driveLink, userId);
      const draft = { subject: body.subject ?? title, preheader: '', content };
      const letter = await addLetter(draft, userId, requestKeyOf(request, userId, body));
      return letterResponse(letter, await readLetterText(letters, letter));
    },
    sendNewsletter: async ({ body: { subject, googleDocsUrl, test: isTest, knowingly } }, { userId }) => {
      const began = letters.clock.now().getTime();
      const { content } = await read(googleDocsUrl, userId);
      const letter = { subject, preheader: '', text: await storeLetterText(letters, content) };
      if (isTest) return { sent: 1, total: 1, message: (await test(letter, userId)).message };
      const spentMs = letters.clock.now().getTime() - began;
      return start(letter, { by: userId, knowingly, spentMs });
    },
  };
};
