import { useRef } from 'react';
import { Archive } from '../features/archives/archive.tsx';
import { AreaHero } from '../lib/area-hero.tsx';
import { PageHead } from '../lib/page-head.tsx';
import styles from './archives-page.module.css';

/** Default texts until the CMS has texts under these keys. */
const texts = {
  'archives.hero.title': 'The archives',
  'archives.hero.description':
    'Films, magazines and voices that were kept in drawers, on tapes and in memory. They are here so that no one has to start over.',
  'archives.about.title': 'About the Archives',
  'archives.about.body':
    'Everything here was given by the people it is about, or by those who kept it for them. Each recording says who speaks, where and when, as far as they wish. Anyone who gave something can change their mind: write to us and we take it down, no questions asked.',
} as const;

export function ArchivesPage() {
  const collection = useRef<HTMLDivElement>(null);
  return (
    <>
      <PageHead title="Archives" description={texts['archives.hero.description']} />
      <AreaHero
        title={texts['archives.hero.title']}
        lede={texts['archives.hero.description']}
        why={{ title: texts['archives.about.title'], body: texts['archives.about.body'] }}
        collection={collection}
      />
      <div ref={collection} className={`wrap ${styles.collection}`} tabIndex={-1}>
        <Archive />
      </div>
    </>
  );
}
