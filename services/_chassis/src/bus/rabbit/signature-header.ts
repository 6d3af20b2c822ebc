/** The header with the signature of a message. The password of the broker alone does not allow to forge messages. */
export const SIGNATURE_HEADER = 'x-seal';
