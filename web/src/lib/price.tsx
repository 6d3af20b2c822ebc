import { type Priced, priceText } from '@satrangi/kit';
import { HOME_COUNTRY, useCountry } from './visitor-country.ts';

/**
 * A price in the visitor's money: rupees in India, dollars elsewhere. Its place is kept free until the country is
 * known, so that nobody sees one price turn into another.
 */
export function Price({ of }: { of: Priced }) {
  const country = useCountry();
  return (
    <span className="num" style={country ? undefined : { visibility: 'hidden' }}>
      {priceText(of, (country ?? HOME_COUNTRY) === HOME_COUNTRY ? 'INR' : 'USD')}
    </span>
  );
}
