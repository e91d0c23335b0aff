import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImageStep, readStages, runStep, SERVER_USER } from '#lab/release/image-steps.ts'

/** A server uses what Node compiled for it before: by the steps of the image and of systemd, run by the users who run them there. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE = '--import ./src/bin/require-node-24.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-compiled-'))
  chmodSync(folder, 0o755)
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Step = Pick<ImageStep, 'argument' | 'byServer'>

/** The image's own steps on the folder of what is compiled. */
function imageSteps(): Step[] {
  const image = readStages(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).at(-1)?.steps ?? []
  return image.filter(
    ({ instruction, argument }) => instruction === 'RUN' && /\.cache|compile\.ts/.test(argument),
  )
}

function systemdSteps(): Step[] {
  const text = readFileSync(join(ROOT, 'examples/deploy/README.md'), 'utf8')
  return text.split('\n').flatMap((line) => {
    if (!/^ {4}(?!npm).*(\.cache|compile\.ts)/.test(line)) return []
    const asFerry = 'runuser -u ferry -- '
    return [{ byServer: line.includes(asFerry), argument: line.trim().replace(asFerry, '') }]
  })
}

/** Starts the server, and counts its modules that Node had compiled, and those that it had not. */
async function start(): Promise<{ compiled: number; notCompiled: number; output: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ferry-data-'))
  chmodSync(dataDir, 0o777)
  const child = spawn(process.execPath, [...NODE.split(' '), 'src/bin/serve.ts'], {
    cwd: folder,
    ...SERVER_USER,
    env: {
      PORT: '0',
      DATA_DIR: join(dataDir, 'data'),
      ADMIN_PASSWORD: 'a long password',
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/listening at/)
  child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
  const reads = output
    .split('\n')
    .filter((line) => line.includes('reading cache from') && line.includes('/src/'))
  const compiled = reads.filter((line) => line.includes('success')).length
  return { compiled, notCompiled: reads.length - compiled, output }
}

describe.each([
  ['the image', imageSteps],
  ['systemd', systemdSteps],
])('as %s is set up', (_, steps) => {
  test('a start takes the modules that were compiled', { timeout: 120_000 }, async () => {
    expect(steps()).toHaveLength(3)
    for (const step of steps()) await runStep(step, folder)
    const { compiled, notCompiled, output } = await start()
    expect(compiled).toBeGreaterThan(400)
    expect(notCompiled).toBeLessThan(compiled / 20)
    expect(output).not.toContain('can not be kept')
  })
})

test('a server whose user has none, and can keep none, says so', { timeout: 120_000 }, async () => {
  mkdirSync(join(folder, 'node_modules/.cache'))
  chmodSync(join(folder, 'node_modules/.cache'), 0o555)
  const { compiled, output } = await start()
  expect(compiled).toBe(0)
  expect(output).toContain('can not be kept')
})
