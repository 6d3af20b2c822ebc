import type { Clock } from '@satrangi/chassis';
import type { ChatIntent, ChatLink, JoinedMediaType } from '@satrangi/contracts';
import { foldLetters } from '../language/words.rules.ts';
import type { Passages } from '../passages/passages.ts';
import type { RunInfo } from '../passages/run-info.ts';
import { ownIntent } from '../replies/intents.rules.ts';
import { fill, phrasesIn } from '../replies/phrases.ts';
import { runReply } from '../replies/run-reply.ts';
import type { Pick } from '../replies/verify-picks.ts';
import { type Draft, draftOf, type Question } from './drafts.ts';
import type { OrderCounts } from './reader.ts';

type Deps = {
  /** Kinds of the public items, by id. */
  readonly kindOf: (id: string) => JoinedMediaType | undefined;
  readonly passages: Passages;
  readonly runInfo: RunInfo;
  readonly clock: Clock;
  readonly orderCounts: (token: string | null) => Promise<OrderCounts | null>;
  readonly email: string;
};

const links: Readonly<Record<'orders' | 'login' | 'library' | 'support' | 'run', ChatLink>> = {
  orders: { label: 'Orders', url: '/orders' },
  login: { label: 'Log in', url: '/login' },
  library: { label: 'Digital library', url: '/digital-library' },
  support: { label: 'Support', url: '/support' },
  run: { label: 'Virtual run', url: '/virtual-run' },
};

/** Answers that need neither items nor a model: greeting, help, orders, the run, and passages of policies. */
export const ownAnswers = ({ kindOf, passages, runInfo, clock, orderCounts, email }: Deps) => {
  const orderHelp = async ({ language, reader }: Question): Promise<Draft> => {
    const phrases = phrasesIn(language);
    const counts = await orderCounts(reader.token);
    const isNone = counts && counts.paid + counts.open + counts.other === 0;
    const unseen = reader.token ? phrases.orderAway : phrases.orderVisitor;
    const phrase = !counts ? unseen : isNone ? phrases.orderNone : phrases.orderCounts;
    return draftOf({
      intent: 'order-help',
      text: fill(phrase, { ...counts, email }),
      links: reader.token ? [links.orders, links.library] : [links.login, links.orders],
    });
  };
  /** What the caller owns, with the caller's token only (checklist CON-16). */
  const myLibrary = async ({ language, reader: { token, owned } }: Question): Promise<Draft> => {
    const phrases = phrasesIn(language);
    const intent = 'my-library';
    if (!token) return draftOf({ intent, text: phrases.libraryVisitor, links: [links.login, links.library] });
    const picks = [...owned].flatMap((id): Pick[] => {
      const mediaType = kindOf(id);
      return mediaType ? [{ id, mediaType, reason: { because: 'owned', value: '' } }] : [];
    });
    const text = owned.size === 0 ? phrases.libraryEmpty : fill(phrases.library, { count: owned.size });
    return draftOf({ intent, text, picks, links: [links.library] });
  };
  const simple: Readonly<
    Record<
      Exclude<ChatIntent, 'items' | 'policy' | 'crisis' | 'nothing-found'>,
      (question: Question) => Promise<Draft>
    >
  > = {
    greeting: async ({ language, reader: { name } }) => {
      const phrases = phrasesIn(language);
      const text = name ? fill(phrases.greetingNamed, { name }) : phrases.greeting;
      return draftOf({ intent: 'greeting', by: 'fixed', text });
    },
    thanks: async ({ language }) =>
      draftOf({ intent: 'thanks', by: 'fixed', text: phrasesIn(language).thanks }),
    help: async ({ language }) => draftOf({ intent: 'help', by: 'fixed', text: phrasesIn(language).help }),
    person: async ({ language }) =>
      draftOf({
        intent: 'person',
        by: 'fixed',
        text: fill(phrasesIn(language).person, { email }),
        links: [{ label: email, url: `mailto:${email}` }],
      }),
    'order-help': orderHelp,
    'my-library': myLibrary,
    'run-info': async ({ language }) =>
      draftOf({
        intent: 'run-info',
        text: `${phrasesIn(language).run}\n${runReply(await runInfo(), language, clock.now())}`,
        links: [links.run],
      }),
  };

  return async (question: Question): Promise<Draft | undefined> => {
    const intent = ownIntent(question.message);
    if (intent && intent !== 'nothing-found') return simple[intent](question);
    const passage = await passages.find(foldLetters(question.message));
    if (passage === undefined) return undefined;
    if (passage === null) return simple.person(question);
    const intro = phrasesIn(question.language).policy;
    return draftOf({
      intent: 'policy',
      text: [intro, passage.title, passage.text].filter(Boolean).join('\n'),
      links: [{ label: passage.title, url: passage.url }],
    });
  };
};
