import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { ClaimsOverTimeResponse } from '#api-schema/admin.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { bucketName } from './bucket-name.ts'

const LINES = [
  { key: 'submitted', name: 'Submitted', color: 'var(--color-accent)' },
  { key: 'sent', name: 'Sent', color: 'var(--color-done)' },
] as const

const TICK = { fill: 'var(--color-muted)', fontSize: 13 }

interface ClaimsChartProps {
  /** The cumulative counts at each point. */
  points: ClaimsOverTimeResponse['points']
  bucketSeconds: number
  /** The chart in words. */
  description: string
}

/** Two cumulative lines, submitted and sent; the distance between them waits to be paid. */
export function ClaimsChart({ points, bucketSeconds, description }: ClaimsChartProps) {
  const nameOf = (at: unknown) => bucketName(Number(at), bucketSeconds)
  return (
    <figure className="space-y-2">
      <figcaption className="flex gap-6 text-13 text-muted">
        {LINES.map(({ key, name, color }) => (
          <span key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className="h-0.5 w-4" style={{ background: color }} />
            {name}
          </span>
        ))}
      </figcaption>
      <div role="img" aria-label={description} className="h-44">
        <ResponsiveContainer width="100%" height="100%">
          <AreaChart
            data={points}
            accessibilityLayer={false}
            margin={{ top: 8, right: 40, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="at"
              tickFormatter={nameOf}
              tick={TICK}
              tickLine={false}
              axisLine={{ stroke: 'var(--color-control)' }}
              interval="preserveStartEnd"
              minTickGap={48}
            />
            <YAxis
              allowDecimals={false}
              tickCount={3}
              tickFormatter={(count) => groupThousands(count)}
              tick={TICK}
              tickLine={false}
              axisLine={false}
              width="auto"
            />
            <Tooltip
              isAnimationActive={false}
              labelFormatter={nameOf}
              formatter={(count) => groupThousands(Number(count))}
              contentStyle={{
                background: 'var(--color-card)',
                borderColor: 'var(--color-line)',
                borderRadius: 8,
                fontSize: 13,
              }}
            />
            {LINES.map(({ key, name, color }) => (
              <Area
                key={key}
                dataKey={key}
                name={name}
                stroke={color}
                strokeWidth={2}
                fill={color}
                fillOpacity={0.12}
                isAnimationActive={false}
              />
            ))}
          </AreaChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}
