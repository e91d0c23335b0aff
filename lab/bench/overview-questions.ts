import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { addressOf, lastTransferOf, SPAN_MS, START_MS } from './fill-store.ts'

/** What a request shows: a whole tab, a page of claims in an order, or claims that fit a search or a filter. */
export type QuestionKind = 'tab' | 'page' | 'filter'

/** A request of the panel. */
export interface Question {
  name: string
  kind: QuestionKind
  endpoint: Route
  input?: AnyInput
}

type Named = Record<string, [endpoint: Route, input?: AnyInput]>

const { admin, bulkSender, standaloneSender, ledger, lists, denyList } = endpoints
const [DAY, MONTH] = [86_400, 30 * 86_400]
const START = START_MS / 1000

/** Claims by order and status. */
export const ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const

/** Lists what the panel asks a store of so many claims, but for the last pages. */
export function overviewQuestions(claimCount: number): Question[] {
  return [
    ...named('tab', tabs(claimCount)),
    ...named('page', pages()),
    ...named('filter', { ...searches(Math.floor(claimCount / 2)), ...filters() }),
  ]
}

function named(kind: QuestionKind, questions: Named): Question[] {
  return Object.entries(questions).map(([name, [endpoint, input]]) => ({
    name,
    kind,
    endpoint,
    ...(input && { input }),
  }))
}

function tabs(claimCount: number): Named {
  const run = { params: { id: '1' } }
  const lastOfRun = String(lastTransferOf(claimCount) - 20)
  const nearEnd = `${START_MS + SPAN_MS}:${lastTransferOf(claimCount) - 20}`
  const states = ['paid', 'failed', 'hold', 'in_flight', 'queued']
  const runPayments = states.map((state): [string, Named[string]] => [
    `run, ${state}`,
    [ledger.runPayments, { ...run, query: { state } }],
  ])
  return {
    stats: [admin.stats],
    state: [admin.state],
    'address analysis': [admin.addressAnalysis],
    'claims over time': [admin.claimsOverTime],
    'claim in detail': [admin.claim, { params: { id: `BENCH-${Math.floor(claimCount / 2)}` } }],
    'claim controls': [admin.claimControls],
    'versions of the list': [lists.lists],
    'deny list': [denyList.list],
    'deny list, search': [denyList.list, { query: { q: 'no such address' } }],
    'bulk sender status': [bulkSender.status],
    'past runs': [bulkSender.runs],
    holds: [bulkSender.holds],
    'standalone status': [standaloneSender.status],
    'standalone stats': [standaloneSender.stats],
    distributions: [standaloneSender.distributions],
    run: [ledger.runPayments, run],
    'run, last page': [ledger.runPayments, { ...run, query: { cursor: lastOfRun } }],
    ...Object.fromEntries(runPayments),
    ledger: [ledger.ledger],
    'ledger, last page': [ledger.ledger, { query: { cursor: nearEnd } }],
    'ledger, a week': [ledger.ledger, { query: { from: START + DAY, to: START + 8 * DAY } }],
    'ledger, from an odd second': [ledger.ledger, { query: { from: START + 10 * DAY + 1234 } }],
  }
}

function pages(): Named {
  const list: Named = {}
  for (const sort of ORDERS) {
    for (const status of ['', 'queued', 'sent', 'rejected']) {
      list[`claims, ${sort}${status && `, ${status}`}`] = [
        admin.claims,
        { query: { sort, status: status || undefined } },
      ]
    }
  }
  return list
}

function searches(middle: number): Named {
  const search = (q: string, further = {}): Named[string] => [admin.claims, { query: { q, ...further } }]
  const address = addressOf(middle)
  return {
    'search: id': search(`BENCH-${middle}`),
    'search: EVM address': search(address),
    'search: start of an EVM address': search(address.slice(0, 6)),
    'search: 0x': search('0x'),
    'search: 0x, largest, rejected': search('0x', { sort: 'largest', status: 'rejected' }),
    'search: transaction': search(`transaction-${Math.floor(middle / 9)}`),
    'search: wallet of an exchange': search('ExchangeEx'),
    'search: wallet of an exchange, smallest': search('ExchangeEx', { sort: 'smallest' }),
    'search: wallet of an exchange, queued': search('ExchangeEx', { status: 'queued' }),
    'search: one letter': search('E'),
    'search: nothing fits': search('nobody has this'),
    'search: end of an EVM address': search(`…${address.slice(-4)}`),
    'search: EVM address, shortened': search(`${address.slice(0, 6)}…${address.slice(-4)}`),
    'search: end of the wallet of an exchange': search('…1111'),
    'search: start of a transaction': search(`transaction-${Math.floor(middle / 90)}`),
  }
}

/** The filters beside the status, alone and together. */
function filters(): Named {
  const list: Named = {}
  const single: Record<string, object> = {
    failed: { payment: 'failed' },
    'on hold': { payment: 'on_hold' },
    'in flight': { payment: 'in_flight' },
    'by hand': { payment: 'by_hand' },
    'few of an amount': { amountFrom: '900000', amountTo: '900001' },
    'many of an amount': { amountFrom: '1', amountTo: '1000' },
    'an hour': { from: START + 10 * DAY, to: START + 10 * DAY + 3600 },
    'a week, long ago': { from: START + DAY, to: START + 8 * DAY },
    'failed, many of an amount, a week': {
      payment: 'failed',
      amountFrom: '1',
      amountTo: '1000',
      from: START + DAY,
      to: START + 8 * DAY,
    },
    'queued, any time, few of an amount': {
      status: 'queued',
      from: START,
      to: START + MONTH,
      amountFrom: '900000',
      amountTo: '900001',
    },
  }
  for (const [name, query] of Object.entries(single)) {
    for (const sort of ORDERS) list[`${name}, ${sort}`] = [admin.claims, { query: { sort, ...query } }]
  }
  return list
}
