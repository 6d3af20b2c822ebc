/** Shown in calendars, on lock screens too, so it names neither the event nor the site. */
const SUMMARY = 'Last day for your kilometres';
const INDIA_MS = 5.5 * 3_600_000;

/** `20261210`: a day in India. */
const dayOf = (time: number): string =>
  new Date(time + INDIA_MS).toISOString().slice(0, 10).replaceAll('-', '');

/**
 * An iCalendar file with one all-day entry.
 * @param endsAt the end of the run, ISO 8601
 * @param uid unique and opaque
 */
export const calendarFile = (endsAt: string, uid: string, now: Date): string => {
  const last = Date.parse(endsAt);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//calendar//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${dayOf(last)}`,
    `DTEND;VALUE=DATE:${dayOf(last + 86_400_000)}`,
    `SUMMARY:${SUMMARY}`,
    'TRANSP:TRANSPARENT',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.join('\r\n')}\r\n`;
};
