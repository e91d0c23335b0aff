import type { Address } from '@solana/kit'
import {
  AuthorityType,
  getBurnCheckedInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getFreezeAccountInstruction,
  getSetAuthorityInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { runPayout } from '#payout/run-payout.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { expectSettled } from '../harness/paying-portal.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'
import { prepareServerBed } from '../harness/server-bed.ts'
import { finalized } from '../harness/test-wallet.ts'

describe('source account', () => {
  /** Tests payments when their source account becomes unusable. */

  let environment: SendingEnvironment
  afterEach(() => environment.close())

  type Misfortune = 'frozen' | 'closed' | 'given away'

  async function trigger(misfortune: Misfortune): Promise<void> {
    const { wallet, localnet } = environment
    const { signer, sourceTokenAccount: account, mint } = wallet
    const programAddress = mint.tokenProgram
    const program = { programAddress }
    const amount = await environment.balanceOf(signer.address)
    const { address, decimals } = mint
    const instructions = {
      frozen: () => [getFreezeAccountInstruction({ account, mint: address, owner: signer }, program)],
      closed: () => [
        getBurnCheckedInstruction({ account, mint: address, authority: signer, amount, decimals }, program),
        getCloseAccountInstruction({ account, destination: signer.address, owner: signer }, program),
      ],
      'given away': () => [
        getSetAuthorityInstruction(
          {
            owned: account,
            owner: signer,
            authorityType: AuthorityType.AccountOwner,
            newAuthority: localnet.genesisHash as Address,
          },
          program,
        ),
      ],
    }
    await finalized(localnet.url, await sendInstructions(localnet.url, signer, instructions[misfortune]()))
  }

  async function pay(change: Partial<SolanaRpc>, batchSize: number) {
    const { store } = environment
    const run = await environment.createRun(batchSize)
    await runPayout(run, await environment.parts({ node: change }), new AbortController().signal)
    const left = await store.claims.list({ limit: 500, status: 'queued' })
    return {
      run: await store.runs.find(run.id),
      counts: await store.runs.transferCounts(run.id),
      failures: left.flatMap(({ failure }) => failure ?? []),
    }
  }

  /** Half of the recipients have their token accounts, half of them not. */
  async function addRecipients(count: number): Promise<void> {
    const { wallet, localnet } = environment
    const claims = await environment.addClaims(count)
    const owners = claims.slice(0, count / 2).map(({ solAddress }) => solAddress as Address)
    const { mint, signer: payer } = wallet
    const creations = owners.map((owner) =>
      getCreateAssociatedTokenIdempotentInstructionAsync({
        payer,
        owner,
        mint: mint.address,
        tokenProgram: mint.tokenProgram,
      }),
    )
    const { url } = localnet
    await finalized(url, await sendInstructions(url, payer, await Promise.all(creations)))
  }

  const CASES = [
    { misfortune: 'frozen', tokenProgram: TOKEN_PROGRAM_ADDRESS, words: /paid from is frozen/ },
    { misfortune: 'frozen', tokenProgram: TOKEN_2022_PROGRAM_ADDRESS, words: /paid from is frozen/ },
    { misfortune: 'closed', tokenProgram: TOKEN_PROGRAM_ADDRESS, words: /paid from was closed/ },
    { misfortune: 'closed', tokenProgram: TOKEN_2022_PROGRAM_ADDRESS, words: /paid from was closed/ },
    {
      misfortune: 'given away',
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      words: /does not belong to the sending/,
    },
  ] as const

  describe.each(CASES)('the account that is paid from is $misfortune ($tokenProgram)', (each) => {
    const { misfortune, tokenProgram, words } = each

    test.each([1, 10])(
      'before batches of %i: the run ends with that reason, nobody is failed',
      async (size) => {
        environment = await prepareSendingEnvironment({ freezable: true, tokenProgram })
        await addRecipients(4)
        let isStruck = false
        const { run, counts, failures } = await pay(
          {
            async latestBlockhash() {
              if (!isStruck) {
                isStruck = true
                await trigger(misfortune)
              }
              return environment.rpc.latestBlockhash()
            },
          },
          size,
        )
        expect({ failures, counts }).toMatchObject({ failures: [], counts: { queued: 4, failed: 0 } })
        expect(run).toMatchObject({ state: 'failed', message: expect.stringMatching(words) })
      },
    )

    test.each([1, 10])('after %i were sent, which then fail on the chain: the same', async (size) => {
      environment = await prepareSendingEnvironment({ freezable: true, tokenProgram })
      await addRecipients(4)
      let isStruck = false
      const { run, counts, failures } = await pay(
        {
          async broadcast(attempt) {
            if (!isStruck) {
              isStruck = true
              await trigger(misfortune)
            }
            return environment.rpc.broadcast(attempt)
          },
        },
        size,
      )
      expect({ failures, counts }).toMatchObject({ failures: [], counts: { queued: 4, failed: 0 } })
      expect(run).toMatchObject({ state: 'failed', message: expect.stringMatching(words) })
    })
  })
})

describe('mint pinned', () => {
  const bed = forEachTest(() => prepareServerBed({ claimants: 40 }))
  beforeEach(() => bed.claimAll())
  /** The mint has nine decimals. */
  function showDecimals(decimals: number) {
    bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'lyingMint', probability: 1, decimals }] })
  }

  function tellTheTruth() {
    bed.localnet.faults.use({ seed: 1 })
  }

  /** Expects that Start fails for the mint, or its run ends for it. */
  async function expectStoppedByMint(): Promise<void> {
    const refused = await bed.call(endpoints.bulkSender.start)
    if (refused.status === 200) {
      await expect
        .poll(async () => (await bed.status()).progress, { timeout: 30_000 })
        .toMatchObject({ status: 'failed', message: expect.stringMatching(/token mint is not as it was/) })
    } else {
      expect(refused).toMatchObject({ status: 409, body: { code: 'mint_changed' } })
    }
  }

  const landed = () => landedWithMemo(bed.localnet, bed.sourceTokenAccount)

  test.each([6, 12])(
    'configured while the node answered %i decimals: refused, and nobody is paid',
    {
      timeout: 120_000,
    },
    async (decimals) => {
      showDecimals(decimals)
      const configured = await bed.configure()
      tellTheTruth()
      if (configured.status === 200) await expectStoppedByMint()
      expect(landed()).toEqual([])

      expect(await bed.configure()).toMatchObject({ status: 200, body: { tokenDecimals: 9 } })
      await bed.untilPaid()
      await expectSettled(bed)
    },
  )

  test.each([6, 12])(
    'the node answers %i decimals from Start on: refused, and nobody is paid',
    {
      timeout: 120_000,
    },
    async (decimals) => {
      expect(await bed.configure()).toMatchObject({ status: 200, body: { tokenDecimals: 9 } })
      showDecimals(decimals)
      await expectStoppedByMint()
      expect(landed()).toEqual([])

      tellTheTruth()
      await bed.untilPaid()
      await expectSettled(bed)
    },
  )

  test.each([6, 12])(
    'the node answers %i decimals in the middle of a run: nobody is paid wrong',
    {
      timeout: 120_000,
    },
    async (decimals) => {
      expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
      await bed.do(endpoints.bulkSender.start)
      await expect.poll(() => landed().length, { timeout: 30_000 }).toBeGreaterThan(1)
      showDecimals(decimals)
      await bed.kill()
      await bed.start()
      await new Promise((resolve) => setTimeout(resolve, 15_000))
      const wrong = (await bed.dues()).filter(({ owed, onChain }) => onChain !== 0n && onChain !== owed)
      expect(wrong).toEqual([])

      tellTheTruth()
      await bed.untilPaid()
      await expectSettled(bed)
    },
  )
})
