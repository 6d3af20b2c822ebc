/** A tab of the back office, in its states. */
export type DeskTab = {
  /** Value of `tab=`. */
  readonly tab: string;
  readonly heading: string;
  /** Its sentence when a service refuses with the detail ‘Not today’. */
  readonly failed: string;
  /** Its sentence when there is nothing. */
  readonly empty: string;
  /** Further query under which it is empty. */
  readonly emptyAt?: string;
  /** Its rows can be chosen. */
  readonly hasBulk?: true;
};

/** The fourteen tabs: a new tab is a new row, and all its states are tested. */
export const deskTabs: readonly DeskTab[] = [
  {
    tab: 'dashboard',
    heading: 'Dashboard',
    failed: 'Failed to load the numbers',
    empty: 'Nothing waits for you.',
  },
  {
    tab: 'analytics',
    heading: 'Analytics',
    failed: 'Failed to load the numbers',
    empty: 'No media yet',
  },
  {
    tab: 'media',
    heading: 'Media',
    failed: 'Failed to load media',
    empty: 'Nothing here yet.',
    hasBulk: true,
  },
  {
    tab: 'collections',
    heading: 'Collections',
    failed: 'Failed to load collections',
    empty: 'No collections yet.',
  },
  {
    tab: 'creators',
    heading: 'Creators',
    failed: 'Failed to load creators',
    empty: 'No published title names anybody yet.',
  },
  {
    tab: 'publishing',
    heading: 'Publishing',
    failed: 'Failed to load submissions',
    empty: 'Nobody has sent in a work yet.',
  },
  {
    tab: 'users',
    heading: 'Users',
    failed: 'Failed to load users',
    empty: 'No account fits. Search by a part of a name or address, or clear the filters.',
  },
  {
    tab: 'orders',
    heading: 'Orders',
    failed: 'Failed to load orders',
    empty: 'Nobody has ordered yet.',
    hasBulk: true,
  },
  {
    tab: 'content',
    heading: 'Site Content',
    failed: 'Failed to sync with backend.',
    empty: 'No section yet. Add one below.',
    // other pages have built-in texts
    emptyAt: '&of=General',
  },
  {
    tab: 'events',
    heading: 'Virtual Runs',
    failed: 'Failed to fetch registrations',
    empty: 'Nobody has registered yet.',
  },
  {
    tab: 'usage',
    heading: 'Usage Metrics (for Billing)',
    failed: 'Error: Not today',
    empty: 'No metrics available.',
  },
  { tab: 'blogs', heading: 'Blogs', failed: 'Failed to load blogs', empty: 'No posts yet.' },
  {
    tab: 'contributions',
    heading: 'Contributions',
    failed: 'Failed to fetch contributions',
    empty: 'Nobody has contributed yet.',
  },
  {
    tab: 'newsletters',
    heading: 'Newsletters',
    failed: 'Failed to load drafts',
    empty: 'No letter has been sent yet.',
  },
];
