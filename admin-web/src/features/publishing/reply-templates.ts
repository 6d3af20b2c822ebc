type Work = { readonly name: string; readonly title: string };
type Template = { readonly id: string; readonly label: string; readonly text: (work: Work) => string };

/** Neutral, because a locked phone shows it. The same as in the mails of the site. */
export const REPLY_SUBJECT = 'News about what you sent us';

/** Beginnings of replies, in the name the author chose. */
export const replyTemplates: readonly Template[] = [
  {
    id: 'thanks',
    label: 'Thank you, we are reading',
    text: ({ name, title }) =>
      `Dear ${name},\n\nThank you for ‘${title}’. We are reading it, and write to you again when we have.\n\nWarmly,\n`,
  },
  {
    id: 'accepted',
    label: 'We would like to publish it',
    text: ({ name, title }) =>
      `Dear ${name},\n\nWe would like to publish ‘${title}’. Please tell us under which name it should appear, and whether anything in it must change before others read it.\n\nWarmly,\n`,
  },
  {
    id: 'changes',
    label: 'A question before we decide',
    text: ({ name, title }) =>
      `Dear ${name},\n\nBefore we decide about ‘${title}’, we have a question:\n\n\n\nTake the time you need.\n\nWarmly,\n`,
  },
  {
    id: 'declined',
    label: 'Not this time',
    text: ({ name, title }) =>
      `Dear ${name},\n\nWe will not publish ‘${title}’. This says something about our list and nothing about its worth. We would be glad to read what you write next.\n\nWarmly,\n`,
  },
];

/** A mail to the author in the mail program of the editor. */
export const mailtoOf = (address: string, text: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(REPLY_SUBJECT)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
