import { readOptions } from '#bin/read-options.ts'
import { mountDisk } from '#lab/environment/mounted-disk.ts'
import {
  cutPower,
  type DiskTroubleOutcome,
  damageFile,
  failDisk,
  fillDisk,
} from '#lab/rehearsal/disk-trouble.ts'
import { differencesIn } from '#lab/rehearsal/read-chain.ts'

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
  const unexpected = Object.keys(meanwhile).some((status) => !['200', '409', '503'].includes(status))
  const hasStack = words.some((text) => /\n\s+at /.test(text))
  return lost + differencesIn(comparison) > 0 || unexpected || hasStack
}

const SCENES = {
  'full disk': fillDisk,
  'read-only disk': failDisk,
  'power cuts': cutPower,
  'damaged file': damageFile,
}

/** A disk that is full, one that can only be read, cuts of the power, and a damaged file, under the real server on SQLite. */
export async function soakDisk(args: string[]): Promise<boolean> {
  const { claimants } = readOptions(
    {
      name: 'npm run soak -- disk',
      does: 'Gives the real server a full, a read-only and a damaged disk. Linux as root.',
    },
    { claimants: { type: 'string', default: '90' } },
    args,
  )
  if (!(await canMount())) return true
  let isRight = true
  for (const [name, show] of Object.entries(SCENES)) {
    const outcome = await show(Number(claimants), (what) => console.log(`  ${name}: ${what}`))
    console.log(`${name}: ${JSON.stringify(outcome, null, 2)}`)
    if (isWrong(outcome)) isRight = false
  }
  console.log(isRight ? 'Nothing was lost.' : 'Something was lost, or went wrong.')
  return isRight
}
