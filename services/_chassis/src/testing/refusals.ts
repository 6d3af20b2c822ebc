import { ApiError } from '@satrangi/contracts';

/** The refusal of a call; null when the call succeeded. @throws every other error of the call */
export const apiErrorOf = (call: Promise<unknown>): Promise<ApiError | null> =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );

/** The refusal of a call. @throws Error when the call succeeded */
export const refusalOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const refused = await apiErrorOf(call);
  if (!refused) throw new Error('the call was not refused');
  return refused;
};

/** The refusal of a call as data; code `none` and status 200 when the call succeeded. */
export const outcomeOf = async (
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly status: number; readonly message: string }> => {
  const { code, status, message } = (await apiErrorOf(call)) ?? { code: 'none', status: 200, message: '' };
  return { code, status, message };
};
