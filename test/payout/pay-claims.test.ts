import type { Address } from '@solana/kit'
import { afterEach, describe, expect, test } from 'vitest'
import { type AmountUA, toBaseUnits } from '#domain/amounts.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { Cluster } from '#solana/cluster.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { openDatabase } from '#store/database.ts'
import type { NewClaim } from '#store/schema.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

let ground: SendingGround
afterEach(() => ground.close())

const never = new AbortController().signal

async function expectPaidOnce(claims: readonly NewClaim[]): Promise<void> {
  for (const claim of claims) {
    const { baseUnits } = toBaseUnits(claim.amount_ua as AmountUA, ground.wallet.mint.decimals)
    expect(await ground.balanceOf(claim.sol_address)).toBe(baseUnits)
  }
}

/** What shows how far the history reaches, before anything is signed anew. */
async function signaturesOfMarkers(): Promise<string[]> {
  const { db, close } = await openDatabase(ground.storePath)
  const rows = await db
    .selectFrom('attempt')
    .select('signature')
    .where('kind', '=', 'marker')
    .where('state', '=', 'paid')
    .execute()
  await close()
  return rows.map(({ signature }) => signature)
}

async function attempts() {
  const history = await ground.cluster.historyOf(ground.wallet.sourceTokenAccount, { minContextSlot: 0 })
  return history.filter(({ memo }) => memo?.includes('ferry:'))
}

describe.each([
  ['Token', undefined],
  ['Token-2022', TOKEN_2022_PROGRAM_ADDRESS],
] as const)('under the %s program', (_name, tokenProgram) => {
  test('everyone is paid to the base unit, nine new accounts to a transaction', async () => {
    ground = await prepareSendingGround(tokenProgram ? { tokenProgram } : {})
    const claims = await ground.addClaims(50)
    const run = await ground.createRun()
    expect(await runPayout(run, await ground.parts(), never)).toBe('finished')

    await expectPaidOnce(claims)
    expect(await attempts()).toHaveLength(6)
    expect(await ground.store.runs.find(run.id)).toMatchObject({ state: 'completed', message: null })
    const listed = await ground.store.claims.list({ limit: 100 })
    expect(listed.every((claim) => claim.status === 'sent' && claim.sol_tx !== null)).toBe(true)
  })
})

test('accounts that exist go eighteen to a transaction', { timeout: 60_000 }, async () => {
  ground = await prepareSendingGround()
  const first = await ground.addClaims(18)
  await runPayout(await ground.createRun(), await ground.parts(), never)
  const before = (await attempts()).length
  await ground.addClaims(18, (index) => ({ sol_address: first[index]?.sol_address ?? '' }))
  await runPayout(await ground.createRun(), await ground.parts(), never)
  expect((await attempts()).length - before).toBe(1)
})

test('two claims that name one wallet are both paid', async () => {
  ground = await prepareSendingGround()
  const [one] = await ground.addClaims(1)
  if (!one) throw new Error('no claim')
  await ground.addClaims(1, () => ({ sol_address: one.sol_address }))
  await runPayout(await ground.createRun(), await ground.parts(), never)
  expect(await ground.balanceOf(one.sol_address)).toBe(2n * 10n ** 6n)
})

test('fifty claims that name one new wallet are all paid', async () => {
  ground = await prepareSendingGround()
  const [one] = await ground.addClaims(1)
  await ground.addClaims(49, () => ({ sol_address: one?.sol_address ?? '' }))
  const run = await ground.createRun()
  expect(await runPayout(run, await ground.parts(), never)).toBe('finished')
  expect(await ground.store.runs.transferCounts(run.id)).toMatchObject({ paid: 50, failed: 0 })
})

test('a recipient that is no wallet costs the others nothing', async () => {
  ground = await prepareSendingGround()
  const mint = ground.wallet.mint.address
  const claims = await ground.addClaims(9, (index) => (index === 4 ? { sol_address: mint } : {}))
  const run = await ground.createRun()
  await runPayout(run, await ground.parts(), never)

  await expectPaidOnce(claims.filter((claim) => claim.sol_address !== mint))
  expect(await ground.store.runs.transferCounts(run.id)).toMatchObject({ paid: 8, failed: 1 })
  const [failed] = (await ground.store.claims.list({ limit: 20 })).filter(
    (claim) => claim.status === 'queued',
  )
  expect(failed?.failure).toBe('The address is a token mint, not a wallet')
})

test('a wallet without enough tokens ends the run and says so; nobody is marked failed', async () => {
  ground = await prepareSendingGround()
  await ground.addClaims(3, () => ({ amount_ua: '999999' }))
  const run = await ground.createRun()
  await runPayout(run, await ground.parts(), never)
  expect(await ground.store.runs.find(run.id)).toMatchObject({
    state: 'failed',
    message: 'The sending wallet does not hold enough tokens',
  })
  expect(await ground.store.runs.transferCounts(run.id)).toMatchObject({ failed: 0, paid: 0 })
})

test('bytes that were journaled and never sent are sent by the next runner, not signed anew', async () => {
  ground = await prepareSendingGround()
  const claims = await ground.addClaims(9)
  const run = await ground.createRun()
  const killed = new AbortController()
  const parts = await ground.parts({ node: { broadcast: () => new Promise<never>(() => {}) } })
  void runPayout(run, parts, killed.signal)
  await expect.poll(() => ground.store.journal.unresolved(ground.wallet.genesisHash)).toHaveLength(1)
  await ground.store.leases.release(ground.wallet.signer.address, 1)

  const [attempt] = await ground.store.journal.unresolved(ground.wallet.genesisHash)
  await runPayout(run, await ground.parts({ owner: 'next' }), never)
  await expectPaidOnce(claims)
  expect((await attempts()).map(({ signature }) => signature)).toEqual([attempt?.signature])
})

test('what expired unsent is signed anew only after its death is proved', { timeout: 60_000 }, async () => {
  ground = await prepareSendingGround()
  const claims = await ground.addClaims(9)
  const run = await ground.createRun()
  let dropped = 0
  const lossy: Partial<Cluster> = {
    broadcast: async (attempt: Parameters<typeof ground.cluster.broadcast>[0]) => {
      if (attempt.context_slot < firstSlot + 100) {
        dropped += 1
        return { accepted: true } as const
      }
      return ground.cluster.broadcast(attempt)
    },
  }
  const firstSlot = (await ground.cluster.latestBlockhash()).contextSlot
  await runPayout(run, await ground.parts({ node: lossy }), never)
  expect(dropped).toBeGreaterThan(0)
  const markers = await signaturesOfMarkers()
  await expectPaidOnce(claims)
  const landed = await attempts()
  expect(landed.filter(({ signature }) => markers.includes(signature))).toHaveLength(markers.length)
  expect(landed.length - markers.length).toBe(1)
})

test('a stop settles what is under way and leaves the rest queued', async () => {
  ground = await prepareSendingGround()
  await ground.addClaims(60)
  const run = await ground.createRun(10)
  const running = runPayout(run, await ground.parts(), never)
  await expect.poll(() => ground.store.journal.unresolved(ground.wallet.genesisHash)).not.toHaveLength(0)
  await ground.store.runs.askToStop(run.id)
  await running
  const counts = await ground.store.runs.transferCounts(run.id)
  expect(counts.live).toBe(0)
  expect(counts.paid).toBeGreaterThan(0)
  expect(counts.queued).toBe(60 - counts.paid)
  expect(await ground.store.runs.find(run.id)).toMatchObject({ state: 'stopped' })
})

test('someone who funds the token accounts beforehand only makes the transactions smaller', async () => {
  ground = await prepareSendingGround()
  const claims = await ground.addClaims(9)
  for (const claim of claims) {
    const to = await associatedTokenAccount(ground.wallet.mint, claim.sol_address as Address)
    await fundWallet({ rpcUrl: ground.localnet.url, to, amountLamports: 900_000n })
  }
  await runPayout(await ground.createRun(), await ground.parts(), never)
  await expectPaidOnce(claims)
  expect(await attempts()).toHaveLength(2)
})

test('an amount below one base unit is not paid, and says why', async () => {
  ground = await prepareSendingGround()
  await ground.addClaims(2, (index) => (index === 0 ? { amount_ua: '0.0000000009' } : {}))
  const run = await ground.createRun()
  await runPayout(run, await ground.parts(), never)
  expect(await ground.store.runs.transferCounts(run.id)).toMatchObject({ paid: 1, failed: 1 })
  const failures = (await ground.store.claims.list({ limit: 9 })).map(({ failure }) => failure)
  expect(failures).toContain("The amount is less than the token's smallest unit")
})
