import type { Address, KeyPairSigner } from '@solana/kit'
import {
  AuthorityType,
  getFreezeAccountInstruction,
  getSetAuthorityInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BaseUnits } from '#domain/amounts.ts'
import { prepareFundedWallet } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { explainChainError } from '#payout/settle/explain-chain-error.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { MAX_COMPUTE_UNITS } from '#solana/fees.ts'
import { type Mint, readMint, TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import { composeUnsignedPayout, type PayoutTransaction } from '#solana/payout-transaction.ts'
import { programsOf } from '#solana/read-transaction.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { TRANSACTION_FORMATS, type TransactionFormat } from '#solana/transaction-format.ts'
import { forAllTests } from '../harness/for-tests.ts'

/** Tests the explanations of the real programs' errors for a payout. */

let rpc: SolanaRpc
const localnet = forAllTests(() => startLocalnet({ slotMs: 20, finalizedAfterSlots: 6 }))
beforeAll(async () => {
  rpc = connectRpc(localnet.url)
})
interface Environment {
  mint: Mint
  /** Issued the mint, and may freeze its accounts. */
  issuer: KeyPairSigner
  sender: KeyPairSigner
  sourceTokenAccount: Address
}

async function prepare(tokenProgram: Address, senderLamports = 1_000_000_000n): Promise<Environment> {
  const { mint, issuer, wallet, walletTokenAccount } = await prepareFundedWallet(localnet.url, {
    lamports: senderLamports,
    issuerLamports: 10_000_000_000n,
    supplyBaseUnits: 1000n,
    tokenProgram,
    freezable: true,
  })
  return {
    mint: await readMint(rpc, mint),
    issuer,
    sender: wallet,
    sourceTokenAccount: walletTokenAccount,
  }
}

/** Simulates one transfer to a fresh wallet, and explains its error. */
async function explain(
  { mint, sender, sourceTokenAccount }: Environment,
  format: TransactionFormat,
  change: Partial<Pick<PayoutTransaction, 'mint' | 'microLamportsPerComputeUnit'>> & {
    transfer?: Partial<PayoutTransaction['transfers'][number]>
  } = {},
) {
  const { transfer, ...others } = change
  const wallet = freshSolanaAddress() as Address
  const tokenAccount = await associatedTokenAccount(mint, wallet)
  const { wireBytes, ...unsigned } = composeUnsignedPayout({
    format,
    sender,
    mint,
    sourceTokenAccount,
    transfers: [{ wallet, tokenAccount, need: 'missing', baseUnits: 5n as BaseUnits, ...transfer }],
    memo: 'ferry:whose-fault',
    blockhash: '11111111111111111111111111111111',
    lastValidBlockHeight: 0,
    computeUnitLimit: MAX_COMPUTE_UNITS,
    microLamportsPerComputeUnit: 0n,
    ...others,
  })
  const { error } = await rpc.simulate({ wireBytes, ...unsigned })
  if (error === null) return null
  // As for a transaction that landed: without logs.
  return explainChainError(error, {
    logs: [],
    programOfInstruction: (index) => programsOf(wireBytes)[index] ?? null,
  })
}

const PROGRAMS = [
  ['Token', TOKEN_PROGRAM_ADDRESS],
  ['Token-2022', TOKEN_2022_PROGRAM_ADDRESS],
] as const
const CASES = PROGRAMS.flatMap(([name, program]) =>
  TRANSACTION_FORMATS.map((format) => ({ name, program, format })),
)

describe.each(CASES)('$name, in $format', ({ program, format }) => {
  test('nothing is wrong', async () => {
    expect(await explain(await prepare(program), format)).toBeNull()
  })

  test('the wallet has too few tokens', async () => {
    const transfer = { baseUnits: 1001n as BaseUnits }
    expect(await explain(await prepare(program), format, { transfer })).toMatchObject({
      fault: 'sender',
      lack: 'tokens',
    })
  })

  test('the wallet has too little SOL to create a token account', async () => {
    expect(await explain(await prepare(program, 1_500_000n), format)).toEqual({
      words: 'The sending wallet does not hold enough SOL to create a token account',
      fault: 'sender',
      lack: 'sol',
    })
  })

  test('the wallet would fall below the rent of its own account', async () => {
    const environment = await prepare(program, 892_000n)
    const transfer = { need: 'existing' as const, tokenAccount: environment.sourceTokenAccount }
    expect(await explain(environment, format, { transfer })).toMatchObject({
      words: expect.stringContaining('SOL for rent'),
      fault: 'sender',
      lack: 'sol',
    })
  })

  test('the wallet can not pay the fee', async () => {
    const environment = await prepare(program, 900_000n)
    const dear = { microLamportsPerComputeUnit: 10_000_000n }
    expect(await explain(environment, format, dear)).toMatchObject({ fault: 'sender', lack: 'sol' })
    expect(await explain(await prepare(program, 0n), format)).toMatchObject({ fault: 'sender', lack: 'sol' })
  })

  test('the mint has other decimals', async () => {
    const environment = await prepare(program)
    expect(await explain(environment, format, { mint: { ...environment.mint, decimals: 6 } })).toMatchObject({
      fault: 'sender',
      lack: 'mint',
    })
  })

  test('a recipient who closes the token account stops nobody else', async () => {
    const transfer = { need: 'existing' as const }
    expect(await explain(await prepare(program), format, { transfer })).toMatchObject({
      fault: 'unknown',
      lack: null,
    })
  })

  test('a frozen account is taken to be the recipient', async () => {
    const environment = await prepare(program)
    const tokenAccount = environment.sourceTokenAccount
    const freeze = getFreezeAccountInstruction(
      { account: tokenAccount, mint: environment.mint.address, owner: environment.issuer },
      { programAddress: program },
    )
    await sendInstructions(localnet.url, environment.issuer, [freeze])
    await expect
      .poll(() => explain(environment, format))
      .toEqual({
        words: "The recipient's token account is frozen",
        fault: 'recipient',
        lack: null,
      })
  })
})

test.each(TRANSACTION_FORMATS)('the account that is paid from was given away (%s)', async (format) => {
  // Token-2022 makes the owner of an associated account immutable.
  const environment = await prepare(TOKEN_PROGRAM_ADDRESS)
  const give = getSetAuthorityInstruction({
    owned: environment.sourceTokenAccount,
    owner: environment.sender,
    authorityType: AuthorityType.AccountOwner,
    newAuthority: environment.issuer.address,
  })
  await sendInstructions(localnet.url, environment.sender, [give])
  await expect
    .poll(() => explain(environment, format))
    .toMatchObject({
      words: expect.stringMatching(/does not belong to the sending wallet/),
      fault: 'sender',
    })
})

test.each(TRANSACTION_FORMATS)(
  "the recipient's token account was given away before it was needed (%s)",
  async (format) => {
    const environment = await prepare(TOKEN_PROGRAM_ADDRESS)
    const other = await prepare(TOKEN_PROGRAM_ADDRESS)
    const give = getSetAuthorityInstruction({
      owned: environment.sourceTokenAccount,
      owner: environment.sender,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: other.sender.address,
    })
    await sendInstructions(localnet.url, environment.sender, [give])
    const transfer = { wallet: environment.sender.address, tokenAccount: environment.sourceTokenAccount }
    await expect
      .poll(() => explain({ ...environment, sender: other.sender }, format, { transfer }))
      .toMatchObject({
        words: expect.stringMatching(/belongs to another owner/),
        fault: 'recipient',
      })
  },
)
