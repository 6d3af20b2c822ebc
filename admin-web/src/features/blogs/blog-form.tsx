import { type Blog, BlogDraft } from '@satrangi/contracts';
import { Button, Failure, Field, plainTextOf, TextArea } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { CheckField } from '../../lib/check-field.tsx';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { RichTextField } from '../../lib/edit-form/rich-text-field.tsx';
import { type Stored, useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { withReason } from '../../lib/http.ts';
import { usePicturePicker } from '../../lib/picture-picker.tsx';
import { useCreateOnce } from '../../lib/use-create-once.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { BlogLooks, BlogPreview } from './blog-looks.tsx';
import { blogTexts } from './blog-queries.ts';
import styles from './blogs.module.css';

const labels = {
  title: 'Title',
  author: 'Author',
  image: 'Picture',
  excerpt: 'Excerpt',
  content: 'Text',
  published: 'Published',
} as const;

const empty: BlogDraft = { title: '', author: '', image: null, excerpt: '', content: '', published: false };

/** The excerpt that an admin wrote. The service answers the beginning of the text when there is none. */
const ownExcerpt = ({ excerpt, content }: Blog): string =>
  plainTextOf(content).startsWith(excerpt.replace(/…$/, '')) ? '' : excerpt;

const storedOf = (blog: Blog): Stored<BlogDraft> => {
  const { title, author, image, content, published, updatedAt } = blog;
  return {
    values: { title, author, image, excerpt: ownExcerpt(blog), content, published },
    revision: updatedAt,
  };
};

type Edit = ReturnType<typeof useEditForm<BlogDraft, BlogDraft>>;

/** The picture of the post: one of ours, uploaded here. */
function PictureField({ edit }: { edit: Edit }) {
  const { busy, failure, run } = useSingleRun<'upload'>();
  const image = edit.form.watch('image');
  const send = (file: File): Promise<boolean> =>
    run(
      'upload',
      async () => {
        const { url } = await api.cms.uploadImage({ files: { image: file } });
        edit.form.setValue('image', url, { shouldDirty: true });
      },
      (error) => withReason('Image upload failed.', error),
    );
  return (
    <div className={styles.picture}>
      <Field
        label={labels.image}
        hint={busy ? 'Uploading …' : 'JPG, PNG, WebP or GIF, at most 5 MB'}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        disabled={busy !== null}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          target.value = '';
        }}
      />
      {image && (
        <p className={styles.pictureNow}>
          <img src={image} alt="" />
          <Button size="s" onClick={() => edit.form.setValue('image', null, { shouldDirty: true })}>
            Remove the picture
          </Button>
        </p>
      )}
      <Failure>{failure}</Failure>
    </div>
  );
}

/** The editor of a post, with how it looks elsewhere. @param blog null for a new one */
export function BlogForm({ blog }: { blog: Blog | null }) {
  const client = useQueryClient();
  const { open } = useOpened();
  const [isPreviewed, setPreviewed] = useState(false);
  /** A new post after its first save: a second one changes it and adds no other. */
  const known = useRef(blog);
  const [created, setCreated] = useState<string | null>(null);
  const createOnce = useCreateOnce();
  const edit = useEditForm<BlogDraft, BlogDraft>({
    tab: 'blogs',
    id: blog?._id ?? 'new',
    schema: BlogDraft,
    stored: blog ? storedOf(blog) : { values: empty, revision: '' },
    labels,
    save: async (values, updatedAt) => {
      const target = known.current;
      const saved = target
        ? await api.cms.updateBlog({ params: { id: target._id }, body: { ...values, updatedAt } })
        : await createOnce((options) => api.cms.createBlog({ body: values }, options));
      known.current = saved;
      if (!blog) setCreated(saved._id);
      void client.invalidateQueries({ queryKey: ['blogs'] });
      return storedOf(saved);
    },
    failure: blogTexts.saveFailed,
    theirs: ({ data }) => storedOf(data?.current as Blog),
  });
  useEffect(() => {
    if (created && !edit.hasChanges) open(created);
  }, [created, edit.hasChanges, open]);
  const pictures = usePicturePicker();
  const shown = edit.form.watch();
  return (
    <>
      <EditForm
        edit={edit}
        label={blog ? `Edit ${blog.title}` : 'New post'}
        actions={<Button onClick={() => setPreviewed(true)}>Preview</Button>}
      >
        <Field label={labels.title} autoComplete="off" {...edit.field('title')} />
        <Field label={labels.author} autoComplete="off" {...edit.field('author')} />
        <PictureField edit={edit} />
        <TextArea
          label={labels.excerpt}
          rows={2}
          hint="Shown in the list and in shared links. Empty: the beginning of the text."
          {...edit.field('excerpt')}
        />
        <RichTextField edit={edit} name="content" label={labels.content} pickPicture={pictures.pick} />
        <CheckField label="Published: everybody can read it" {...edit.form.register('published')} />
      </EditForm>
      {pictures.dialog}
      <BlogLooks blog={shown} />
      {isPreviewed && <BlogPreview blog={shown} onClose={() => setPreviewed(false)} />}
    </>
  );
}
