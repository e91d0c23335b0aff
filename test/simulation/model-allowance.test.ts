import {
  type Address,
  createSolanaRpc,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import {
  getApproveCheckedInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getRevokeInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { expect, test } from 'vitest'
import { prepareEnvironment } from '#lab/environment/environment.ts'
import { makeTreasury } from '#lab/environment/treasury.ts'
import { signInstructions } from '#lab/localnet/sign-instructions.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { ModelLedger } from '#lab/simulation/model-ledger.ts'
import { madeUpTransaction } from '#lab/simulation/model-transaction.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { readTokenAccount } from '#solana/token-account.ts'
import { finalized } from '../harness/finalized.ts'

const STEPS = 60

test('allowances are set, used up, taken back and refused as the token program does', {
  timeout: 120_000,
}, async () => {
  const random = seededRandom(7)
  await using parts = new AsyncDisposableStack()
  const localnet = await startLocalnet({ slotMs: 10, finalizedAfterSlots: 4 })
  const environment = await prepareEnvironment(localnet)
  parts.defer(() => environment.close())
  const { rpcUrl, mint, wallet: owner, walletTokenAccount: source } = environment
  const { delegate } = await makeTreasury(rpcUrl, environment)
  const token = { address: mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }
  const destination = associatedTokenAccount(token, delegate.address)
  const rpc = createSolanaRpc(rpcUrl)
  const node = connectRpc(rpcUrl)
  const sign = async (payer: KeyPairSigner, instruction: Instruction) =>
    signInstructions(payer, (await rpc.getLatestBlockhash().send()).value, [instruction])
  /** Sends what its simulation does not refuse; returns the program's error. */
  async function perform(payer: KeyPairSigner, instruction: Instruction): Promise<string | null> {
    const wire = getBase64EncodedWireTransaction(await sign(payer, instruction))
    const { err } = (await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()).value
    if (err !== null)
      return JSON.stringify(err, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
    await finalized(rpcUrl, await rpc.sendTransaction(wire, { encoding: 'base64' }).send())
    return null
  }
  const create = { payer: owner, ata: destination, owner: delegate.address, mint }
  await perform(owner, getCreateAssociatedTokenIdempotentInstruction(create))

  const ledger = new ModelLedger({ address: mint, decimals: 9 }, [owner.address, delegate.address])
  const made = (slot: number, parts: object) =>
    ledger.execute(
      madeUpTransaction({ signature: '', blockhash: '', signers: [], accounts: [], ...parts }),
      slot,
    ).error
  const accounts = [
    { tokenAccount: source, owner: owner.address },
    { tokenAccount: destination, owner: delegate.address },
  ]
  made(0, { creates: accounts, mints: [{ tokenAccount: source, amount: 10n ** 15n }] })

  const outcomes = new Set<string | null>()
  for (let step = 1; step <= STEPS; step++) {
    const amount = BigInt(random.between(0, 4))
    const by = random.chance(0.75) ? delegate : owner
    const transfer = { source, mint, destination, authority: by, amount, decimals: 9 }
    const approve = (to: Address) =>
      getApproveCheckedInstruction({ source, mint, delegate: to, owner, amount, decimals: 9 })
    const other = owner.address
    const [onChain, inModel] = await random.pick([
      async () => [
        await perform(owner, approve(delegate.address)),
        made(step, { approvals: [{ tokenAccount: source, delegate: delegate.address, amount }] }),
      ],
      async () => [
        await perform(owner, approve(other)),
        made(step, { approvals: [{ tokenAccount: source, delegate: other, amount }] }),
      ],
      async () => [
        await perform(owner, getRevokeInstruction({ source, owner })),
        made(step, { approvals: [{ tokenAccount: source, delegate: null, amount: 0n }] }),
      ],
      ...Array(5).fill(async () => [
        await perform(by, getTransferCheckedInstruction(transfer)),
        made(step, {
          signers: [by.address],
          transfers: [
            {
              source,
              tokenAccount: destination,
              authority: by.address,
              amount,
              decimals: 9,
              instruction: 0,
            },
          ],
        }),
      ]),
    ])()
    expect(inModel, `step ${step}`).toEqual(onChain)
    outcomes.add(onChain)
    const shown = readTokenAccount((await node.accounts([source]))[0] ?? null)
    const { amount: left, delegate: to, delegatedAmount } = shown ?? {}
    const modelled = ledger.accountAt(source, step)
    expect([modelled?.amount, modelled?.delegate, modelled?.delegatedAmount], `step ${step}`).toEqual([
      left,
      to?.__option === 'Some' ? to.value : null,
      delegatedAmount,
    ])
  }
  // Paid, more than is allowed, and no delegate.
  expect(outcomes.size).toBe(3)
})
