/** The exact sentences of the list (checklist ADM-09 to ADM-14). Those of the form are loaded with it: media-form-texts.ts. */
export const mediaTexts = {
  loadFailed: 'Failed to load media',
  deleteFailed: 'Failed to delete media item',
  changeFailed: 'Failed to save changes',
  featureFailed: 'Failed to update featured status.',
  featuredFull: 'You can only select up to 3 featured publications.',
} as const;
