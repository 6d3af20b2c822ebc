import { useAddress } from '../../lib/address.ts';
import { DayFields } from '../../lib/day-fields.tsx';
import { Picker } from '../../lib/picker.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import { Filters } from '../../lib/views.tsx';

const statuses = [
  ['', 'Any'],
  ['pending', 'Pending'],
  ['paid', 'Paid'],
  ['failed', 'Failed'],
  ['expired', 'Expired'],
  ['refunded', 'Refunded'],
  ['mismatch', 'Mismatch'],
] as const;
const purposes = [
  ['', 'Any'],
  ['purchase', 'Purchases'],
  ['gift-purchase', 'Gifts'],
  ['contribution', 'Contributions'],
  ['virtual-run', 'Run fees'],
] as const;
const providers = [
  ['', 'Any'],
  ['cashfree', 'Cashfree'],
  ['stripe', 'Stripe'],
] as const;

/** Search and filters of orders, all of them in the address. */
export function OrderFilters({ hasStatus }: { hasStatus: boolean }) {
  const { get, change } = useAddress();
  return (
    <Filters
      names={['status', 'purpose', 'provider', 'from', 'to']}
      search={
        <SearchBox
          label="Search orders"
          placeholder="Whole number, id or address"
          value={get('q')}
          onSearch={(q) => change({ q }, { replace: get('q') !== '' })}
        />
      }
    >
      {hasStatus && (
        <Picker
          label="Status"
          value={get('status')}
          options={statuses}
          onPick={(status) => change({ status })}
        />
      )}
      <Picker
        label="For"
        value={get('purpose')}
        options={purposes}
        onPick={(purpose) => change({ purpose })}
      />
      <Picker
        label="Provider"
        value={get('provider')}
        options={providers}
        onPick={(provider) => change({ provider })}
      />
      <DayFields get={get} change={change} />
    </Filters>
  );
}
