/** Statistics do not belong to an account: they do not keep an unverified account (decision 0053). */
export const ownsAnything = async (): Promise<boolean> => false;
