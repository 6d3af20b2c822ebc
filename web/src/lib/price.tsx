import { type Priced, priceText } from '@satrangi/kit';
import { HOME_COUNTRY, useCountry } from './visitor-country.ts';

/**
 * A price in the visitor's currency: rupees in India, dollars elsewhere. Its space is reserved until the country is
 * known, so that a price never changes visibly.
 */
export function Price({ of }: { of: Priced }) {
  const country = useCountry();
  return (
    <span className="num" style={country ? undefined : { visibility: 'hidden' }}>
      {priceText(of, (country ?? HOME_COUNTRY) === HOME_COUNTRY ? 'INR' : 'USD')}
    </span>
  );
}
