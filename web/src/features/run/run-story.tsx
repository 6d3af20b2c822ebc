import type { runTexts } from '@satrangi/contracts/texts/run';
import { type ReactNode, useId } from 'react';
import { textProps } from '../../lib/use-texts.ts';
import styles from './run-below-fold.module.css';

type Texts = Readonly<Record<keyof typeof runTexts, string>>;

const rules = ['run.rules.pick', 'run.rules.move', 'run.rules.share'] as const;

const impact = [
  ['Record stories', 'run.impact.record', 'anaar'],
  ['Save history', 'run.impact.save', 'firoza'],
  ['Share widely', 'run.impact.share', 'gulmohar'],
  ['Teach others', 'run.impact.teach', 'neem'],
] as const;

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h2 id={id} {...textProps(title)}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Mission, rules, impact and partners. */
export function RunStory({ texts }: { texts: Texts }) {
  const mission = texts['run.mission'];
  const partners = texts['run.partners'];
  return (
    <>
      <Block title={texts['run.mission.title']}>
        <p className={styles.mission} {...textProps(mission)}>
          {mission}
        </p>
      </Block>
      <Block title={texts['run.rules.title']}>
        <ol className={styles.rules}>
          {rules.map((key) => (
            <li key={key} {...textProps(texts[key])}>
              {texts[key]}
            </li>
          ))}
        </ol>
      </Block>
      <Block title="What a kilometre does">
        <ul className={styles.impact}>
          {impact.map(([heading, key, pigment]) => (
            <li key={key} data-pigment={pigment}>
              <h3>{heading}</h3>
              <p {...textProps(texts[key])}>{texts[key]}</p>
            </li>
          ))}
        </ul>
      </Block>
      <Block title="Trusted partners">
        <p className={styles.mission} {...textProps(partners)}>
          {partners}
        </p>
      </Block>
    </>
  );
}
