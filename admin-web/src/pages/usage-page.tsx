import { addMonths, kolkataMonth } from '@satrangi/contracts/pure';
import { UsageMonth } from '../features/usage/usage-month.tsx';
import { UsageYear } from '../features/usage/usage-year.tsx';
import { useAddress } from '../lib/address.ts';
import { monthText } from '../lib/format.ts';
import { Picker } from '../lib/picker.tsx';
import { TabHead } from '../lib/tab-head.tsx';

const MONTHS = 12;

/** The costs of the site, month by month (checklist ADM-35). */
export function UsagePage() {
  const { get, change } = useAddress();
  const now = kolkataMonth(new Date());
  const months = Array.from({ length: MONTHS }, (_, back) => addMonths(now, -back));
  const month = months.find((each) => each === get('month')) ?? now;
  return (
    <>
      <TabHead title="Usage Metrics (for Billing)">
        <Picker
          label="Month"
          value={month}
          options={months.map((each) => [each, monthText(each)])}
          onPick={(picked) => change({ month: picked === now ? null : picked })}
        />
      </TabHead>
      <UsageMonth month={month} />
      <UsageYear months={[...months].reverse()} />
    </>
  );
}
