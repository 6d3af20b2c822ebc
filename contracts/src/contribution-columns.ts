/** The columns by which contributions can be sorted. */
export const contributionColumns = [
  'id',
  'order',
  'provider',
  'status',
  'amount',
  'currency',
  'createdAt',
] as const;
export type ContributionColumn = (typeof contributionColumns)[number];

/** A column in ascending order, or with a minus in descending order. */
export type ContributionSort = ContributionColumn | `-${ContributionColumn}`;

export const contributionSorts: readonly ContributionSort[] = contributionColumns.flatMap(
  (column) => [column, `-${column}`] as const,
);
