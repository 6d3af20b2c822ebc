import type { RunEvent } from '@satrangi/contracts';
import type { ReplyLanguage } from '../language/reader-language.rules.ts';
import { fill } from './phrases.ts';
import { type RunPhrases, runPhrases } from './run-phrases.ts';

const day = (instant: string, language: ReplyLanguage, shiftMs = 0): string => {
  const locale = language === 'en' || language === 'hi-Latn' ? 'en-IN' : `${language}-IN-u-nu-latn`;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
  return format.format(new Date(new Date(instant).getTime() + shiftMs));
};
/** The last day before an end: midnight belongs to the day that it ends. */
const lastDay = (instant: string, language: ReplyLanguage): string => day(instant, language, -1);

const inRupees = (rupees: number): string => rupees.toLocaleString('en-IN');

/** The fee of the present phase, or of the event. */
const minFeeOf = ({ phases, phase, minFee }: RunEvent): number =>
  phases.find(({ name }) => name === phase)?.minFee ?? minFee;

const registrationOf = (event: RunEvent, language: ReplyLanguage, phrases: RunPhrases, now: Date): string => {
  const values = {
    from: day(event.registrationStartsAt, language),
    until: lastDay(event.registrationEndsAt, language),
    phase: event.phase ?? '',
  };
  if (event.isOpen) return fill(event.phase ? phrases.openInPhase : phrases.open, values);
  return fill(now < new Date(event.registrationStartsAt) ? phrases.opensOn : phrases.closed, values);
};

/**
 * What is true of the run at this moment: dates, registration and its phase, fee, time to finish.
 * @param event null: there is none; undefined: it is not known
 */
export const runReply = (event: RunEvent | null | undefined, language: ReplyLanguage, now: Date): string => {
  const phrases = runPhrases[language];
  if (event === undefined) return phrases.away;
  if (event === null) return phrases.none;
  return [
    fill(phrases.dates, {
      title: event.title,
      from: day(event.startsAt, language),
      to: lastDay(event.endsAt, language),
    }),
    registrationOf(event, language, phrases, now),
    fill(phrases.fee, { min: inRupees(minFeeOf(event)), max: inRupees(event.maxFee) }),
    fill(phrases.hours, { hours: event.hoursToFinish }),
  ].join(' ');
};
