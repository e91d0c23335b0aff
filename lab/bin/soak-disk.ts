import { readOptions } from '#bin/read-options.ts'
import { mountDisk } from '#lab/environment/mounted-disk.ts'
import {
  cutPower,
  type DiskTroubleOutcome,
  damageFile,
  failDisk,
  fillDisk,
} from '#lab/rehearsal/disk-trouble.ts'

/** A disk that is full, one that can only be read, cuts of the power, and a damaged file, under the real server on SQLite. */
const values = readOptions({ claimants: { type: 'string', default: '90' } })
const claimants = Number(values.claimants)

async function canMount(): Promise<boolean> {
  try {
    await (await mountDisk(8)).close()
    return true
  } catch (error) {
    console.log(`Skipped: no disk can be mounted here, which takes Linux and root: ${error}`)
    return false
  }
}

function isWrong({ lost, comparison, meanwhile, words }: DiskTroubleOutcome): boolean {
  const { unpaid, paidTwice, wrongAmount, disagreements } = comparison
  const unexpected = Object.keys(meanwhile).some((status) => !['200', '409', '503'].includes(status))
  const hasStack = words.some((text) => /\n\s+at /.test(text))
  return lost + unpaid + paidTwice + wrongAmount + disagreements > 0 || unexpected || hasStack
}

const SCENES = {
  'full disk': fillDisk,
  'read-only disk': failDisk,
  'power cuts': cutPower,
  'damaged file': damageFile,
}

if (await canMount()) {
  for (const [name, show] of Object.entries(SCENES)) {
    const outcome = await show(claimants, (what) => console.log(`  ${name}: ${what}`))
    console.log(`${name}: ${JSON.stringify(outcome, null, 2)}`)
    if (isWrong(outcome)) process.exitCode = 1
  }
  console.log(process.exitCode ? 'Something was lost, or went wrong.' : 'Nothing was lost.')
}
