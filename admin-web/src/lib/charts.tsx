import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  Pie,
  PieChart,
  type PieLabelRenderProps,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { patternOf } from './chart-patterns.tsx';
import styles from './charts.module.css';

export type Point = { readonly name: string; readonly value: number };

type ChartProps = {
  /** What it shows, and where the same numbers are as text. */
  readonly label: string;
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
};

const HEIGHT = 220;
const axis = { stroke: 'var(--ink-2)', fontSize: 12, tickLine: false } as const;
const tooltip = {
  contentStyle: { background: 'var(--raise)', border: '1px solid var(--line)', color: 'var(--ink)' },
  itemStyle: { color: 'var(--ink)' },
  isAnimationActive: false,
} as const;
const texts = (format: ChartProps['format']) => (value: unknown) =>
  [format(Number(value)), ''] as [string, string];

/** One bar for each point. */
export function Bars({ label, points, format }: ChartProps) {
  return (
    <figure className={styles.chart} aria-label={label}>
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 600, height: HEIGHT }}>
        <BarChart data={[...points]}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="name" {...axis} />
          <YAxis width={72} tickFormatter={format} {...axis} />
          <Tooltip {...tooltip} formatter={texts(format)} separator="" cursor={{ fill: 'var(--line)' }} />
          <Bar dataKey="value" fill={patternOf(0)} maxBarSize={40} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

/** A line over days. */
export function Curve({ label, points, format }: ChartProps) {
  return (
    <figure className={styles.chart} aria-label={label}>
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 600, height: HEIGHT }}>
        <LineChart data={[...points]}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="name" minTickGap={40} {...axis} />
          <YAxis width={72} tickFormatter={format} {...axis} />
          <Tooltip {...tooltip} formatter={texts(format)} separator="" />
          <Line
            dataKey="value"
            stroke="var(--anaar-text)"
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
}

/** The percent beside a slice, in the ink of texts; slivers have none. */
const sharePercent = ({ x, y, textAnchor, percent = 0 }: PieLabelRenderProps) =>
  percent < 0.03 ? null : (
    <text x={x} y={y} textAnchor={textAnchor} dominantBaseline="central" className={styles.share}>
      {Math.round(percent * 100)}%
    </text>
  );

/** Shares of a whole: six pigments, six patterns, white gaps, percent beside each slice. */
export function Slices({ label, points }: Omit<ChartProps, 'format'>) {
  return (
    <figure className={styles.pie} aria-label={label}>
      <ResponsiveContainer width="100%" height={260} initialDimension={{ width: 280, height: 260 }}>
        <PieChart>
          <Pie
            data={points.map((point, index) => ({ ...point, fill: patternOf(index) }))}
            dataKey="value"
            nameKey="name"
            outerRadius={88}
            startAngle={90}
            endAngle={-270}
            stroke="var(--paper)"
            strokeWidth={3}
            labelLine={false}
            label={sharePercent}
            isAnimationActive={false}
          />
          <Tooltip {...tooltip} />
        </PieChart>
      </ResponsiveContainer>
    </figure>
  );
}
