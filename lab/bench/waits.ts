import { type Measured, shortNumber } from './report.ts'

/** A wait in seconds: Ferry's, the obvious way's and the limit's, as far as they were measured. */
type Wait = [what: string, ...seconds: number[]]

/** Calls a second that the node of the payouts takes. */
const NODE_CALLS_PER_S = 10
const PAYMENTS = 1_000

/** Renders what a person waits for as a Markdown table, from the medians of all benchmarks. */
export function renderWaits(measured: readonly Measured[]): string {
  const reports = new Map(measured.flatMap(({ reports }) => reports.map((report) => [report.name, report])))
  const of = (benchmark: string, contestant: string, figure: string) =>
    reports.get(benchmark)?.figures[contestant]?.[figure]?.median ?? Number.NaN
  const secondsOf = (benchmark: string, contestant: string, msFigure: string) =>
    of(benchmark, contestant, msFigure) / 1000
  const answers = (benchmark: string, limit: string) =>
    ['Ferry', 'obvious', limit].map((contestant) => secondsOf(benchmark, contestant, 'p50 ms'))
  const recipients = of('estimate', 'Ferry', 'recipients/s') * of('estimate', 'Ferry', 'seconds')
  const waits: Wait[] = [
    [
      'The claim page on a phone with slow 4G: it can be read',
      secondsOf('page', 'slow 4G, English', 'first paint ms'),
    ],
    ['The same page: it can be used', secondsOf('page', 'slow 4G, English', 'usable ms')],
    ['The answer to a look-up, of 128 at once', ...answers('lookups', 'bare node:http')],
    ['The answer to a claim, of 128 at once: it is on the disk', ...answers('claims', 'limit')],
    ['The same in a crowd, for 99 of 100 people at most', secondsOf('crowd', 'Ferry', 'claim p99 ms')],
    [
      'A holder list of a million rows (CSV), until it is in force; the limit reads it alone',
      of('import-csv', 'Ferry, served', 'seconds'),
      of('import-csv', 'obvious', 'seconds'),
      of('import-csv', 'parser alone', 'seconds'),
    ],
    [
      'The slowest tab of the panel, with a million claims; of the obvious way its sums alone',
      secondsOf('overview', 'Ferry', 'slowest tab ms'),
      secondsOf('overview', 'obvious', 'stats ms'),
    ],
    [
      `What a start would cost, of ${shortNumber(Math.round(recipients / 1000) * 1000)} queued claims ¹`,
      of('estimate', 'Ferry', 'seconds'),
      recipients / of('estimate', 'obvious', 'recipients/s'),
    ],
    [
      `${shortNumber(PAYMENTS)} payments to new token accounts, by a node 200 ms away that takes ${NODE_CALLS_PER_S} calls a second ²`,
      PAYMENTS / of('payout', 'Ferry, 200 ms', 'recipients/s'),
      (PAYMENTS * of('payout', 'obvious', 'calls/recipient')) / NODE_CALLS_PER_S,
    ],
    ['A start of the server, until it is ready ³', of('start', 'Ferry', 'seconds to ready')],
  ]
  const lines = waits.map(
    ([what, ...seconds]) => `| ${what} | ${[0, 1, 2].map((at) => inWords(seconds[at])).join(' | ')} |`,
  )
  return [
    '| a person waits for | Ferry | the obvious way | the limit |\n|---|---:|---:|---:|',
    ...lines,
    '',
    '- ¹ Ferry looks up 20,000 of them and scales; the obvious way asks for each, calculated from its first 2,500.',
    '- ² The obvious way, which sends one payment a transaction, by the calls that it needs for each.',
    '- ³ After a crash in the middle of a run it signs again after about three minutes on a public cluster ([009](../decisions/009-before-anything-is-signed.md)); claims are taken at once.',
  ].join('\n')
}

function inWords(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  if (seconds < 1) return `${shortNumber(seconds * 1000)} ms`
  return seconds < 100 ? `${shortNumber(seconds)} s` : `${shortNumber(seconds / 60)} min`
}
