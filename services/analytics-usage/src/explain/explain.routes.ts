import { isDeepStrictEqual } from 'node:util';
import type { Handlers } from '@satrangi/chassis';
import type { explainApi, Kpis } from '@satrangi/contracts';
import { explainKpi } from './explain-kpi.ts';
import { explainUsage } from './explain-usage.ts';

type Deps = Parameters<typeof explainKpi>[0] &
  Parameters<typeof explainUsage>[0] & {
    readonly compute: (now: Date) => Promise<Kpis>;
    readonly refresh: () => Promise<unknown>;
    readonly rebuild: () => Promise<{ facts: number; ms: number }>;
  };

export const explainRoutes = (deps: Deps): Handlers<typeof explainApi> => {
  const explain = explainKpi(deps);
  const explainMonth = explainUsage(deps);
  return {
    explainKpi: ({ params: { field } }) => explain(field),
    explainUsage: ({ params: { field }, query: { month } }) => explainMonth(field, month),
    rebuild: async () => {
      const now = deps.clock.now();
      const before = await deps.compute(now);
      const { facts, ms } = await deps.rebuild();
      const after = await deps.compute(now);
      await deps.refresh();
      return { before, after, equal: isDeepStrictEqual(before, after), facts, ms };
    },
  };
};
