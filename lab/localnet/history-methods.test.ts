import { getBase64Encoder, getTransactionEncoder, type Signature } from '@solana/kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '../../test/harness/for-tests.ts'
import { memoInstruction, startTickedLocalnet } from '../../test/harness/test-wallet.ts'

const CONFIRMED = { commitment: 'confirmed' } as const

const net = forAllTests(() => startTickedLocalnet(0))

describe('getSignaturesForAddress', () => {
  let signatures: Signature[]

  beforeAll(async () => {
    signatures = []
    // Two in each block; the last block is not confirmed yet.
    for (const memo of ['a', 'b', 'c', 'd', 'e', 'f']) {
      signatures.push(await net.wallet.send([net.transfer(), memoInstruction(memo)]))
      if ('bd'.includes(memo)) net.tick(1)
    }
  })

  const list = async (config: Partial<Record<'before' | 'until', Signature>> & { limit?: number } = {}) => {
    const rows = await net.wallet.rpc
      .getSignaturesForAddress(net.recipient, { ...CONFIRMED, ...config })
      .send()
    return rows.map(({ memo }) => memo)
  }

  test('lists what is confirmed, newest first, with memo, slot and time', async () => {
    const rows = await net.wallet.rpc.getSignaturesForAddress(net.recipient, CONFIRMED).send()
    expect(rows.map(({ signature }) => signature)).toEqual(signatures.slice(0, 4).reverse())
    const slot = BigInt(net.localnet.cluster.chain.at('confirmed').slot)
    expect(rows[0]).toMatchObject({ memo: '[1] d', slot, err: null, confirmationStatus: 'confirmed' })
    expect(Number(rows[0]?.blockTime)).toBeCloseTo(Date.now() / 1000, -1)
  })

  test('pages by before, until and limit', async () => {
    const [a, b, c, d] = signatures as [Signature, Signature, Signature, Signature]
    expect(await list({ limit: 3 })).toEqual(['[1] d', '[1] c', '[1] b'])
    expect(await list({ before: d })).toEqual(['[1] c', '[1] b', '[1] a'])
    expect(await list({ before: c, limit: 1 })).toEqual(['[1] b'])
    expect(await list({ until: b })).toEqual(['[1] d', '[1] c'])
    expect(await list({ before: d, until: a })).toEqual(['[1] c', '[1] b'])
    expect(await list({ before: a })).toEqual([])
  })

  test.each([0, 1001])('refuses a limit of %i', async (limit) => {
    await expect(list({ limit })).rejects.toThrow()
  })

  test('refuses the commitment processed, and a context slot that was not reached', async () => {
    const processed = { commitment: 'processed' } as unknown as typeof CONFIRMED
    await expect(net.wallet.rpc.getSignaturesForAddress(net.recipient, processed).send()).rejects.toThrow()
    const early = { ...CONFIRMED, minContextSlot: BigInt(net.localnet.cluster.chain.tip.slot) }
    await expect(net.wallet.rpc.getSignaturesForAddress(net.recipient, early).send()).rejects.toThrow(
      'context slot',
    )
  })

  test('lists several memos with their lengths in bytes', async () => {
    const [one, two] = [memoInstruction('é'), memoInstruction('bye')]
    await net.wallet.send([net.transfer(), one, two])
    net.tick(1)
    expect(await list({ limit: 1 })).toEqual(['[2] é; [3] bye'])
  })
})

describe('getTransaction', () => {
  test('answers the bytes, the fee and the balances', async () => {
    const { wire, signature, transaction } = await net.wallet.sign([net.transfer(2_000_000_000n)])
    await net.wallet.sendBlind(wire)
    expect(await net.wallet.transactionOf(signature)).toBeNull()
    net.tick(1)
    const landed = await net.wallet.transactionOf(signature)
    expect(getBase64Encoder().encode(landed?.transaction[0] ?? '')).toEqual(
      getTransactionEncoder().encode(transaction),
    )
    expect(landed).toMatchObject({
      slot: BigInt(net.localnet.cluster.chain.at('confirmed').slot),
      version: 0,
    })
    const { fee, preBalances = [], postBalances = [] } = landed?.meta ?? {}
    expect(fee).toBe(5000n)
    expect((postBalances[1] ?? 0n) - (preBalances[1] ?? 0n)).toBe(2_000_000_000n)
    expect((preBalances[0] ?? 0n) - (postBalances[0] ?? 0n)).toBe(2_000_005_000n)
  })

  test('answers JSON, to whom can read the version', async () => {
    const signature = await net.wallet.send([net.transfer(), memoInstruction('hi')])
    net.tick(1)
    const json = { ...CONFIRMED, encoding: 'json' } as const
    await expect(net.wallet.rpc.getTransaction(signature, json).send()).rejects.toThrow('version (0)')
    const landed = await net.wallet.rpc
      .getTransaction(signature, { ...json, maxSupportedTransactionVersion: 0 })
      .send()
    const message = landed?.transaction.message
    expect(message?.accountKeys.slice(0, 2)).toEqual([net.wallet.signer.address, net.recipient])
    expect(message?.header).toMatchObject({ numRequiredSignatures: 1, numReadonlyUnsignedAccounts: 2 })
    expect(message?.instructions[1]).toMatchObject({ accounts: [], data: '8wr' })
    expect(landed?.transaction.signatures).toEqual([signature])
    expect(landed?.meta?.logMessages?.join()).toContain('Program log: hi')
  })
})

describe('getSignatureStatuses', () => {
  test('forgets what is old unless history is searched', async () => {
    const signature = await net.wallet.send([memoInstruction('old')])
    const look = async (searchTransactionHistory: boolean) =>
      (await net.wallet.statusOf(signature, { searchTransactionHistory }))?.confirmationStatus
    net.tick(200)
    expect([await look(false), await look(true)]).toEqual(['finalized', 'finalized'])
    net.tick(150)
    expect([await look(false), await look(true)]).toEqual([undefined, 'finalized'])
  })

  test('is answered as of the tip, in order, null for the unknown', async () => {
    const known = await net.wallet.send([memoInstruction('known')])
    const unknown = (await net.wallet.sign([memoInstruction('unsent')])).signature
    const { context, value } = await net.wallet.rpc.getSignatureStatuses([unknown, known]).send()
    expect(context.slot).toBe(BigInt(net.localnet.cluster.chain.tip.slot))
    expect(value.map((status) => status?.slot)).toEqual([undefined, context.slot])
  })

  test.each([
    { count: 256, refused: false },
    { count: 257, refused: true },
  ])('$count signatures at once are refused: $refused', async ({ count, refused }) => {
    const { signature } = await net.wallet.sign([memoInstruction('any')])
    const asked = net.wallet.rpc.getSignatureStatuses(Array(count).fill(signature)).send()
    if (refused) await expect(asked).rejects.toThrow('max 256')
    else expect((await asked).value.length).toBe(count)
  })
})
