import { soakDatabase } from './soak/database.ts'
import { soakDeploys } from './soak/deploys.ts'
import { soakDisk } from './soak/disk.ts'
import { soakHostile } from './soak/hostile.ts'
import { soakHour } from './soak/hour.ts'
import { soakKills } from './soak/kills.ts'
import { soakMonths } from './soak/months.ts'
import { soakProxies } from './soak/proxies.ts'

/** Takes the options after the scenario's name, and tells whether everything held. */
type Scenario = (args: string[]) => Promise<boolean>

/** Trouble for the real server, by name. */
const SCENARIOS: Record<string, Scenario> = {
  kills: soakKills,
  database: soakDatabase,
  deploys: soakDeploys,
  disk: soakDisk,
  hostile: soakHostile,
  proxies: soakProxies,
  hour: soakHour,
  months: soakMonths,
}

const [name = '', ...args] = process.argv.slice(2)
const soak = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined
const usage = `npm run soak -- <${Object.keys(SCENARIOS).join('|')}> [options]`
if (soak) {
  // Not by `exitCode`: an exit hook that comes with the PostgreSQL of tests ends the process with 0 whatever it is.
  process.exit((await soak(args)) ? 0 : 1)
} else if (name === '--help') {
  console.log(`Gives the real server trouble; the name of a trouble and --help says more.\n\n  ${usage}`)
} else {
  console.error(`Usage: ${usage}`)
  process.exit(2)
}
