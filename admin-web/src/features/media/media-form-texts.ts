/** The exact sentences of the form (checklist ADM-10 to ADM-14). */
export const mediaFormTexts = {
  saveFailed: 'Failed to save media. Check required fields.',
  linkMissing: 'Enter a Drive link first',
  linkBad: 'Please fix the Google Drive link verification error before saving.',
  linkChanged: 'Drive link changed. Please verify the new link before saving.',
  noAccess: 'Service account does not have access to this file.',
  notFound: 'File not found',
  checkFailed: 'Error verifying file',
  measuringWaveform: 'The waveform is being measured …',
  hasWaveform: 'The player shows the waveform of this recording.',
  waveformFailed:
    'The waveform was not stored. The player shows a plain line until it is measured, here or in another browser.',
  thumbnailFailed: 'Thumbnail upload failed',
  thumbnailAdvice: 'JPG or PNG, about 1.6:1, under 500KB',
} as const;
