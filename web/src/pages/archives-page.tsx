import { archivesTexts } from '@satrangi/contracts/texts/archives';
import { useRef } from 'react';
import { Archive } from '../features/archives/archive.tsx';
import { AreaHero } from '../lib/area-hero.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { useTexts } from '../lib/use-texts.ts';
import styles from './archives-page.module.css';

export function ArchivesPage() {
  const texts = useTexts(archivesTexts);
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
