import type { RunEvent } from '../../lib/run-queries.ts';
import type { RegistrationValues } from './registration-values.ts';

const optional = (text: string): string | undefined => text.trim() || undefined;

/** The fields of a registration as the server reads them; empty ones are left out. */
export const registrationBody = (values: RegistrationValues, eventId: string) => {
  const optionals = {
    displayName: optional(values.displayName),
    phone: optional(values.phone),
    pronouns: optional(values.pronouns),
    location: optional(values.location),
    tshirtSize: optional(values.tshirtSize),
    additionalInfo: optional(values.additionalInfo),
  };
  const given = Object.entries(optionals).filter(([, text]) => text !== undefined);
  return {
    eventId,
    name: values.name.trim(),
    email: values.email.trim(),
    ...(Object.fromEntries(given) as { readonly [K in keyof typeof optionals]?: string }),
    // the form refuses an empty one, and the server too
    activityType: values.activityType as RunEvent['activityTypes'][number],
    distanceKm: Number(values.distanceKm),
    fundraisingGoal: Number(values.fundraisingGoal || 0),
    amountPaid: Number(values.amountPaid),
    consentMarketing: values.consentMarketing !== '',
    consentData: (values.consentData !== '') as true,
    isListed: values.isListed !== '',
    nameInAddress: values.nameInAddress !== '',
    showPronouns: values.pronouns !== '' && values.showPronouns !== '',
  };
};
