import { truncate } from '@satrangi/contracts/pure';
import { Dialog, plainTextOf, RichText, scriptProps } from '@satrangi/kit';
import { site } from '@satrangi/kit/browser/site';
import styles from './blogs.module.css';

const EXCERPT_MAX = 180;
const SHARED_MAX = 160;

/** What is shown of a post, stored or typed. */
export type ShownBlog = {
  readonly title: string;
  readonly author: string;
  readonly image: string | null;
  readonly excerpt: string;
  readonly content: string;
};

/** The excerpt, or the beginning of the text. */
const excerptOf = ({ excerpt, content }: ShownBlog): string =>
  excerpt.trim() || plainTextOf(content.slice(0, 20_000));

/** How the post looks in the list of the shop, and as a link in a chat. */
export function BlogLooks({ blog }: { blog: ShownBlog }) {
  const title = blog.title || 'Untitled';
  return (
    <section className={styles.looks} aria-label="How it looks">
      <div>
        <h3>In the list</h3>
        <article className={styles.card}>
          {blog.image && <img src={blog.image} alt="" />}
          <p className={styles.cardTitle} {...scriptProps(title)}>
            {title}
          </p>
          <p className="muted">{blog.author || 'No author yet'}</p>
          <p data-look="list">{truncate(excerptOf(blog), EXCERPT_MAX)}</p>
        </article>
      </div>
      <div>
        <h3>As a share card</h3>
        <article className={styles.card}>
          {blog.image ? (
            <img src={blog.image} alt="" />
          ) : (
            <p className={styles.plate}>The picture of the blog</p>
          )}
          <p className="muted">{site.name}</p>
          <p className={styles.cardTitle} {...scriptProps(title)}>
            {title}
          </p>
          <p data-look="share">{truncate(excerptOf(blog), SHARED_MAX)}</p>
        </article>
      </div>
    </section>
  );
}

/** The whole post as readers see it. */
export function BlogPreview({ blog, onClose }: { blog: ShownBlog; onClose: () => void }) {
  return (
    <Dialog open title={blog.title || 'Untitled'} shape="centre" className={styles.preview} onClose={onClose}>
      <p className="muted">{blog.author}</p>
      {blog.image && <img src={blog.image} alt="" />}
      <RichText html={blog.content} />
    </Dialog>
  );
}
