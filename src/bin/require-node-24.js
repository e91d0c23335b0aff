// JavaScript, and not TypeScript as the rest: versions of Node.js that are too old must be able to read it. It comes
// before everything else, because the rest needs what they do not have.
import './compile-cache.js'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `Ferry needs Node.js 24 or newer, and this is ${process.versions.node}. "npm ci" brings it along for Linux, Windows and Intel Macs, where the npm scripts use it by themselves; elsewhere, install Node.js 24.`,
  )
  process.exit(1)
}
