import { randomBytes, randomInt } from 'node:crypto'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { PortalError } from '#domain/portal-error.ts'
import {
  nodeWith,
  randomAddress,
  sampleAccount,
  sampleMint,
  sampleMint2022,
  sampleTokenAccount,
} from '../../test/harness/sample-accounts.ts'
import { readMint, TOKEN_2022_PROGRAM_ADDRESS } from './mint.ts'
import type { AccountState } from './solana-rpc.ts'

const address = randomAddress()

/** Builds a multisig of Token-2022 with a 1 at a mint's "initialized" byte and at its type byte. */
function multisigLikeAMint(): AccountState {
  return sampleAccount({ owner: TOKEN_2022_PROGRAM_ADDRESS, data: new Uint8Array(355).fill(1) })
}

const read = (account: AccountState | null) =>
  readMint(nodeWith(account ? { [address]: account } : {}), address)

test('a mint of the Token program', async () => {
  expect(await read(sampleMint({ decimals: 6 }))).toEqual({
    address,
    decimals: 6,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    tokenAccountBytes: 165,
    extensions: [],
  })
})

test('a mint of Token-2022: its associated accounts are larger', async () => {
  for (const account of [sampleMint2022(), sampleMint2022([{ type: 18, bytes: 64 }])]) {
    expect(await read(account)).toMatchObject({
      address,
      decimals: 9,
      tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
      tokenAccountBytes: 170,
    })
  }
})

describe('no mint', () => {
  test('what is no address', async () => {
    await expect(readMint(nodeWith({}), 'mint')).rejects.toMatchObject({ code: 'invalid_mint' })
  })

  test.each([
    ['nothing at all', null],
    ['a wallet', sampleAccount()],
    ['a mint that was never initialized', sampleMint({ isInitialized: false })],
    ['a mint’s bytes under another program', sampleAccount({ data: sampleMint().data })],
    [
      '82 bytes of nothing under the Token program',
      sampleAccount({ owner: TOKEN_PROGRAM_ADDRESS, data: new Uint8Array(82) }),
    ],
    ['a token account', sampleTokenAccount()],
    ['a multisig whose signers look like a mint', multisigLikeAMint()],
    ['a token account of Token-2022', sampleTokenAccount({ token2022: true })],
    [
      'an account of another size',
      sampleAccount({ owner: TOKEN_PROGRAM_ADDRESS, data: new Uint8Array(355).fill(1, 0, 100) }),
    ],
  ])('%s', async (_, account) => {
    await expect(read(account)).rejects.toMatchObject({ code: 'mint_not_found' })
  })
})

const HARMLESS_NUMBERS = [3, 10, 12, 18, 19, 20, 21, 22, 23]

describe('Token-2022 extensions', () => {
  test.each([
    [1, 'TransferFeeConfig'],
    [4, 'ConfidentialTransferMint'],
    [6, 'DefaultAccountState'],
    [9, 'NonTransferable'],
    [14, 'TransferHook'],
    [16, 'ConfidentialTransferFeeConfig'],
    [24, 'ConfidentialMintBurn'],
    [25, 'ScaledUiAmount'],
    [26, 'Pausable'],
    [28, 'PermissionedBurn'],
    [999, 'number 999'],
  ])('%i is refused by its name: %s', async (type, name) => {
    const harmless = { type: 18, bytes: 64 }
    for (const extensions of [
      [{ type, bytes: 8 }],
      [harmless, { type, bytes: 8 }],
      [{ type, bytes: 0 }, harmless],
    ]) {
      await expect(read(sampleMint2022(extensions))).rejects.toMatchObject({
        code: 'unsupported_mint',
        message: `This token can not be sent: its mint has the extension ${name}.`,
      })
    }
  })

  test('several are named together', async () => {
    const account = sampleMint2022([
      { type: 1, bytes: 108 },
      { type: 14, bytes: 64 },
    ])
    await expect(read(account)).rejects.toMatchObject({
      message: 'This token can not be sent: its mint has the extension TransferFeeConfig and TransferHook.',
    })
  })

  test.each(HARMLESS_NUMBERS)('%i changes nothing for a recipient', async (type) => {
    expect(await read(sampleMint2022([{ type, bytes: 40 }]))).toMatchObject({ address })
  })

  test('bytes behind the padding are no extension', async () => {
    const padding = { type: 0, bytes: 20 }
    expect(await read(sampleMint2022([padding, { type: 1, bytes: 108 }]))).toMatchObject({ address })
  })

  describe('cut short', () => {
    const whole = sampleMint2022([
      { type: 10, bytes: 52 },
      { type: 18, bytes: 64 },
    ])
    const cut = (bytes: number) => read({ ...whole, data: whole.data.subarray(0, -bytes) })

    test.each([1, 60, 64, 65, 66])(
      'by %i bytes, one is refused that is harmless when whole',
      async (bytes) => {
        await expect(cut(bytes)).rejects.toMatchObject({
          code: 'unsupported_mint',
          message: 'This token can not be sent: its mint has the extension MetadataPointer (cut short).',
        })
      },
    )

    test('a single byte is none: the program passes over it too', async () => {
      expect(await cut(67)).toMatchObject({ extensions: ['InterestBearingConfig'] })
    })
  })

  test('random ones are harmless, or refused with a message', async () => {
    const bare = sampleMint2022([{ type: 18, bytes: 0 }]).data.subarray(0, 166)
    const outcomes = new Set<string>()
    for (let round = 0; round < 2000; round++) {
      const tail = randomBytes(5 + randomInt(120))
      // Numbers that exist or nearly, and lengths that fit mostly.
      const type = randomInt(1, 35)
      tail.set([type, 0, randomInt(tail.length), 0])
      const data = Buffer.concat([bare, tail])
      const outcome = await read(sampleAccount({ owner: TOKEN_2022_PROGRAM_ADDRESS, data })).then(
        () => (HARMLESS_NUMBERS.includes(type) ? 'taken' : `took ${type}`),
        (error: unknown) => (error instanceof PortalError ? error.code : `${error}`),
      )
      outcomes.add(outcome)
    }
    expect([...outcomes].toSorted()).toEqual(['taken', 'unsupported_mint'])
  })
})
