/** A comment is 1 to 500 characters after trimming, a rating whole stars from 1 to 5 (storefront §5). */
export const COMMENT_MAX = 500;
export const RATING_MAX = 5;
