import { html, plain } from './page-text.ts';

/** Lines of the built-in list of helplines. */
export const defaultHelplines: readonly string[] = [
  'Tele-MANAS, free, day and night, in many Indian languages: 14416',
  'iCall, Monday to Saturday: 9152987821',
  'Emergency: 112',
  'Women’s helpline: 181',
];

/** What an empty chat shows. Replies to greetings are phrases in the language of the message. */
export const chatGreetingTexts = {
  'concierge.greeting': plain(
    'First sentence of an empty chat',
    'Ask for something to read, watch or hear, or about an order or the run.',
    200,
  ),
} as const;

export const conciergeTexts = {
  ...chatGreetingTexts,
  'concierge.helplines': html(
    'Helplines in the reply to a person in danger, one in each paragraph',
    defaultHelplines.map((line) => `<p>${line}</p>`).join(''),
  ),
} as const;
