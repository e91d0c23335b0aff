import { fileURLToPath } from 'node:url'
import { FIRST_VIEW_BUDGET_BYTES, firstViewScripts } from './first-view.ts'

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const scripts = firstViewScripts(fileURLToPath(new URL('../../dist', import.meta.url)))
const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)

for (const { name, bytes } of scripts) console.log(`  ${name}  ${kB(bytes)}`)
console.log(
  `First view of the claim page: ${kB(total)} of JavaScript (Brotli), of at most ${kB(FIRST_VIEW_BUDGET_BYTES)}`,
)
if (total > FIRST_VIEW_BUDGET_BYTES) process.exitCode = 1
