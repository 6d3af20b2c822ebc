/** A comment is 1 to 500 characters after trimming, a rating whole stars from 1 to 5 (storefront §5). */
export const COMMENT_MAX = 500;
export const RATING_MAX = 5;
/** A card shows the mean from this many reviews on: fewer say more about a reader than about a book (decision 0132). */
export const CARD_RATING_MIN = 3;
