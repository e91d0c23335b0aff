import { readOptions } from '#bin/read-options.ts'
import { FAULT_PROFILES } from '#lab/localnet/faults/fault-profiles.ts'
import { CLAIMANTS_PER_KILL, payWhileKilled } from '#lab/rehearsal/pay-while-killed.ts'
import { differencesIn } from '#lab/rehearsal/read-chain.ts'

/** Kills servers during payouts while the cluster has faults: hours of failures in minutes. */
export async function soakKills(args: string[]): Promise<boolean> {
  const values = readOptions(
    { name: 'npm run soak -- kills', does: 'Kills servers during payouts while the cluster has faults.' },
    {
      kills: { type: 'string', default: '200' },
      environments: {
        type: 'string',
        help: 'Servers that are killed side by side, each on an environment of its own',
        default: '4',
      },
      faults: { type: 'string', default: 'chaos', choices: Object.keys(FAULT_PROFILES) },
      seed: { type: 'string', default: '1' },
      v0: { type: 'boolean', help: 'The localnets take v0 transactions alone', default: false },
      'slot-ms': { type: 'string', default: '50' },
    },
    args,
  )
  const environments = Number(values.environments)
  const killsEach = Math.ceil(Number(values.kills) / environments)

  const outcomes = await Promise.all(
    Array.from({ length: environments }, (_, environment) =>
      payWhileKilled({
        kills: killsEach,
        claimants: killsEach * CLAIMANTS_PER_KILL,
        cluster: { v0: values.v0, slotMs: Number(values['slot-ms']) },
        faults: { profile: values.faults, seed: Number(values.seed) + environment },
      }),
    ),
  )
  for (const outcome of outcomes) console.log(JSON.stringify(outcome))
  const total = (count: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((sum, outcome) => sum + count(outcome), 0)
  const differences = total(({ comparison }) => differencesIn(comparison))
  console.log(
    `${total(({ kills }) => kills)} kills, ${total(({ killsDuringRun }) => killsDuringRun)} of them during a run: ${differences} differences between the chain and the books`,
  )
  return differences === 0
}
