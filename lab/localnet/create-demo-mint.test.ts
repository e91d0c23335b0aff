import { generateKeyPairSigner } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoInstruction, openTestWallet } from '../../test/harness/test-wallet.ts'
import { awaitConfirmation } from './await-confirmation.ts'
import { createDemoMint } from './create-demo-mint.ts'
import { fundWallet } from './fund-wallet.ts'
import { type Localnet, startLocalnet } from './start-localnet.ts'

let localnet: Localnet

beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: 20 })
})
afterAll(() => localnet.close())

test('a payer whom the faucet has funded can create a mint; one without funds can not', async () => {
  const payer = await generateKeyPairSigner()
  const { url: rpcUrl } = localnet
  const options = { rpcUrl, payer, decimals: 9, supplyBaseUnits: 5n, to: payer.address }
  await expect(createDemoMint(options)).rejects.toThrow('simulation failed')
  await fundWallet({ rpcUrl, to: payer.address, amountLamports: 1_000_000_000n })
  const { mint } = await createDemoMint(options)
  const { rpc } = await openTestWallet(localnet)
  const { value } = await rpc.getTokenSupply(mint).send()
  expect(value).toMatchObject({ amount: '5', decimals: 9 })
})

test('waiting for a confirmation throws when the transaction failed, or never confirmed', async () => {
  const { rpc, signer, send, sign } = await openTestWallet(localnet)
  const amount = 1_000_000_000_000n
  const tooMuch = getTransferSolInstruction({ source: signer, destination: signer.address, amount })
  const failed = await send([tooMuch], { skipPreflight: true })
  await expect(awaitConfirmation(rpc, failed)).rejects.toThrow('InstructionError')
  const { signature: unsent } = await sign([memoInstruction('unsent')])
  await expect(awaitConfirmation(rpc, unsent, 100)).rejects.toThrow('was not confirmed in 100 ms')
})
