import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Page } from 'playwright-core'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { launchBrowser } from '../harness/open-page.ts'
import { animatedPng, type Frame } from './animated-png.ts'

const WINDOW = { width: 1000, height: 700 }
const PICTURE_WINDOW = { width: 1440, height: 900 }

/** Walks through `npm run demo` as a person would, and writes page.png, panel.png, and demo.png, which moves, into a folder. */
export async function recordDemo(into: string): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const demo = await startDemo()
  parts.defer(demo.stop)
  const browser = await launchBrowser()
  parts.defer(() => browser.close())
  const holder = await browser.newPage({ viewport: WINDOW, colorScheme: 'light' })
  const operator = await browser.newPage({ viewport: WINDOW, colorScheme: 'light' })
  const frames: Frame[] = []
  const see = async (page: Page, ms: number) => {
    frames.push({ png: await page.screenshot({ animations: 'disabled' }), ms })
  }

  await holder.goto(demo.url)
  await holder.getByRole('button', { name: 'Connect Wallet' }).click()
  const wallet = holder.getByRole('dialog', { name: /^Demo Wallet/ })
  await wallet.getByRole('button', { name: 'Ben' }).waitFor()
  await see(holder, 1800)
  await wallet.getByRole('button', { name: 'Ben' }).click()
  await holder.getByText('Eligible', { exact: true }).waitFor()
  await see(holder, 2200)
  await holder.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await holder.getByLabel('Solana address').fill(freshSolanaAddress())
  await holder.getByText('Compare every group').waitFor()
  await see(holder, 2400)
  await holder.getByText('Wallet Connected', { exact: true }).waitFor({ state: 'hidden' })
  await holder.setViewportSize(PICTURE_WINDOW)
  writeFileSync(join(into, 'page.png'), await holder.screenshot({ animations: 'disabled' }))
  await holder.setViewportSize(WINDOW)
  await holder.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await wallet.getByRole('button', { name: 'Sign' }).waitFor()
  await see(holder, 2000)
  await wallet.getByRole('button', { name: 'Sign' }).click()
  await holder.getByText('Claim Submitted Successfully').waitFor()
  await see(holder, 2200)

  await operator.goto(demo.panelUrl)
  await operator.getByLabel('Password', { exact: true }).fill(demo.password)
  await operator.getByRole('button', { name: 'Sign In' }).click()
  const payThem = operator.getByRole('button', { name: /^Pay (it|them)$/ })
  await payThem.waitFor()
  await operator.getByText('Login Successful', { exact: true }).waitFor({ state: 'hidden' })
  await operator.setViewportSize(PICTURE_WINDOW)
  writeFileSync(join(into, 'panel.png'), await operator.screenshot({ animations: 'disabled' }))
  await operator.setViewportSize(WINDOW)
  await see(operator, 2200)
  await payThem.click()
  await operator.getByRole('button', { name: 'Start Bulk Send' }).click()
  const start = operator.getByRole('dialog').getByRole('button', { name: 'Start sending' })
  await start.waitFor()
  await see(operator, 2600)
  await start.click()
  const stop = operator.getByRole('button', { name: 'Stop', exact: true })
  await stop.waitFor()
  while (await stop.isVisible()) {
    await see(operator, 500)
    await operator.waitForTimeout(3000)
  }
  await see(operator, 2600)

  await holder.reload()
  await holder.getByText('Sent', { exact: true }).first().waitFor()
  await see(holder, 4000)
  writeFileSync(join(into, 'demo.png'), animatedPng(frames))
}

interface Demo {
  url: string
  panelUrl: string
  password: string
  stop(): Promise<void>
}

async function startDemo(): Promise<Demo> {
  const child = spawn(process.execPath, ['lab/bin/demo.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const told = await untilTold(child, ['Claim page', 'Admin panel', 'Password'])
  const [url = '', panelUrl = '', password = ''] = told
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url,
    panelUrl,
    password,
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

/** Resolves to what the demo prints after each of these words. */
function untilTold(
  child: ChildProcessByStdio<null, Readable, null>,
  words: readonly string[],
): Promise<string[]> {
  const told = new Map<string, string>()
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The demo ended before it was ready')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const word = words.find((word) => line.trim().startsWith(`${word} `))
      if (word) told.set(word, line.trim().slice(word.length).trim())
      if (told.size === words.length) resolve(words.map((word) => told.get(word) ?? ''))
    })
  })
}
