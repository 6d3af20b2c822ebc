import { isEmail, runTexts as sentences } from '@satrangi/contracts/pure';

/** The form as typed. Checkboxes are `yes` or empty. */
export const emptyRegistration = {
  name: '',
  displayName: '',
  email: '',
  phone: '',
  pronouns: '',
  location: '',
  activityType: '',
  distanceKm: '',
  tshirtSize: '',
  fundraisingGoal: '',
  amountPaid: '500',
  additionalInfo: '',
  consentMarketing: '',
  consentData: '',
  isListed: '',
  nameInAddress: '',
  showPronouns: '',
};
export type RegistrationValues = Readonly<Record<keyof typeof emptyRegistration, string>>;

/** Limits of the fee in rupees, as the event has them. */
export type FeeLimits = { readonly minFee: number; readonly maxFee: number };

/** A typed number; NaN for anything else. */
const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

const isWholeRupees = (typed: string): boolean => {
  const rupees = numberOf(typed);
  return Number.isSafeInteger(rupees) && rupees >= 0;
};

const isFee = (typed: string, { minFee, maxFee }: FeeLimits): boolean =>
  isWholeRupees(typed) && numberOf(typed) >= minFee && numberOf(typed) <= maxFee;

/** Checks the form before any request. @returns a sentence for each wrong field */
export const validateRegistration = (values: RegistrationValues, limits: FeeLimits) => {
  const sentence = (isWrong: boolean, text: string): string | undefined => (isWrong ? text : undefined);
  const distance = numberOf(values.distanceKm);
  return {
    name: sentence(values.name.trim() === '', sentences.nameRequired),
    email: sentence(!isEmail(values.email.trim()), sentences.emailInvalid),
    activityType: sentence(values.activityType === '', sentences.activityMissing),
    distanceKm: sentence(!(distance > 0 && Number.isFinite(distance)), sentences.distanceInvalid),
    fundraisingGoal: sentence(
      values.fundraisingGoal.trim() !== '' && !isWholeRupees(values.fundraisingGoal),
      'Enter a valid goal',
    ),
    amountPaid: sentence(!isFee(values.amountPaid, limits), sentences.feeInvalid),
    consentData: sentence(values.consentData === '', sentences.consentMissing),
  };
};
