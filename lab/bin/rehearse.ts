import { writeFileSync } from 'node:fs'
import { consoleProgress, readOptions } from '#bin/read-options.ts'
import { FAULT_PROFILES } from '#lab/localnet/faults/fault-profiles.ts'
import { differencesIn } from '#lab/rehearsal/read-chain.ts'
import { printReport, type TreasuryReport } from '#lab/rehearsal/report.ts'
import { runRehearsal } from '#lab/rehearsal/run-rehearsal.ts'

const values = readOptions(
  {
    name: 'npm run rehearse',
    does: 'Rehearses a migration on a real holder list: a server of its own, throwaway claimants, a localnet. Nothing of it stays.',
  },
  {
    allocations: { type: 'string', help: 'The holder list' },
    claimants: { type: 'string', help: 'How many made-up holders are added to it, and claim' },
    'portal-config': {
      type: 'string',
      help: "The portal's settings: claimants sign the message that it takes",
    },
    'batch-size': { type: 'string', default: '50' },
    'delay-ms': { type: 'string', help: 'Between batches', default: '1000' },
    json: { type: 'string', help: 'A file for the report' },
    'existing-accounts': {
      type: 'boolean',
      help: 'Recipients have their token accounts already: the cheapest case',
      default: false,
    },
    treasury: {
      type: 'boolean',
      help: 'A treasury has the tokens, and allows the sending wallet what is claimed',
      default: false,
    },
    v1: { type: 'boolean', help: 'The localnet takes v1 transactions, which is the default', default: true },
    v0: { type: 'boolean', help: 'The localnet takes v0 transactions alone', default: false },
    'slot-ms': { type: 'string', default: '400' },
    faults: {
      type: 'string',
      help: "A profile of the localnet's faults, `chaos` for all of them at once",
      choices: Object.keys(FAULT_PROFILES),
    },
    seed: { type: 'string', default: '1' },
  },
)

if (values.allocations === undefined || values.claimants === undefined) {
  console.error(
    'Usage: npm run rehearse -- --allocations <file> --claimants <n> [--portal-config <file>] [--batch-size b] [--delay-ms d] [--json <file>] [--existing-accounts] [--treasury] [--v0] [--slot-ms s] [--faults <profile> --seed <n>]',
  )
  process.exit(2)
}

const { report, comparison } = await runRehearsal(
  {
    allocationsFile: values.allocations,
    claimants: wholeNumber('--claimants', values.claimants),
    portalConfig: values['portal-config'] ?? null,
    batchSize: wholeNumber('--batch-size', values['batch-size']),
    delayMs: wholeNumber('--delay-ms', values['delay-ms']),
    existingAccounts: values['existing-accounts'],
    treasury: values.treasury,
    cluster: { v0: values.v0 || !values.v1, slotMs: wholeNumber('--slot-ms', values['slot-ms']) },
    faults:
      values.faults === undefined
        ? null
        : { profile: values.faults, seed: wholeNumber('--seed', values.seed) },
  },
  consoleProgress(),
)
console.log(printReport(report, comparison.disagreements))
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
process.exitCode = differencesIn(comparison) === 0 && isExact(report.treasury) ? 0 : 1

/** A delegate's wallet has no token at any time, and what left the treasury is what was paid. */
function isExact(treasury: TreasuryReport | undefined): boolean {
  if (!treasury) return true
  const { hotWalletBefore, hotWalletAfter, leftTreasury, paid } = treasury
  return hotWalletBefore === '0' && hotWalletAfter === '0' && leftTreasury === paid
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    console.error(`${option} takes a whole number above 0, not "${text}"`)
    process.exit(2)
  }
  return Number(text)
}
