import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded before a main of ours: on SIGUSR2 it collects all garbage, and gives the pages back, so that its resident memory is what it holds.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => collect({ type: 'major', flavor: 'last-resort' }))
