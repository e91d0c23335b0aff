import { writeFileSync } from 'node:fs'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { loadList } from './open-upload.ts'
import { holdPayment, type PayingPortal, senderConfig } from './paying-portal.ts'
import { addClaims, findSender, sampleClaim, unknownSignature } from './sample-rows.ts'

/** A request that moves money, or makes it possible. */
export interface MoneyRequest {
  endpoint: Route
  input: AnyInput
}

/** Makes ready what a request is about, without asking the portal for it where that asks for a second secret. */
type Prepare = (portal: PayingPortal, allocationsFile: string) => Promise<MoneyRequest>

const { admin, bulkSender, lists, standaloneSender } = endpoints

const HOLDERS = 300

/** A list of so many holders, one more of which is less than is asked about, and the amount of the last. */
export function listOf(count: number, last = 100): string {
  const address = (index: number) => `0x${(index + 0xabc000).toString(16).padStart(40, '1')}`
  const rows = Array.from(
    { length: count },
    (_, index) => `${address(index)},${index === count - 1 ? last : 100}\n`,
  )
  return `address,amountUA\n${rows.join('')}`
}

const publish = ({ ferry }: PayingPortal, count: number) => loadList(ferry.app, listOf(count))

const listFile = (count: number, last?: number) => new File([listOf(count, last)], 'holders.csv')

/** Uploads a distribution of one payment. */
export async function uploadDistribution({ uploadPayments }: PayingPortal): Promise<string> {
  return (await uploadPayments([[freshSolanaAddress(), { number: '30000' }]])).json().distributionId
}

async function addClaim({ ferry }: PayingPortal): Promise<string> {
  const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
  await addClaims(ferry.app, [claim])
  return claim.id
}

/** Every request that asks for a second secret, by what it does. Senders are configured, and lists in force, before any. */
export const MONEY_REQUESTS: Readonly<Record<string, Prepare>> = {
  'starting a distribution': async (portal) => ({
    endpoint: standaloneSender.start,
    input: { params: { distributionId: await uploadDistribution(portal) } },
  }),
  'publishing a list that was shown': async (portal) => {
    await publish(portal, HOLDERS)
    const { uploadId } = (await portal.call(admin.upload, { file: listFile(HOLDERS + 1) })).json()
    return { endpoint: lists.publishUpload, input: { params: { uploadId }, body: {} } }
  },
  'publishing a list that raises an amount': async (portal) => {
    await publish(portal, HOLDERS)
    const { uploadId } = (await portal.call(admin.upload, { file: listFile(HOLDERS, 101) })).json()
    return { endpoint: lists.publishUpload, input: { params: { uploadId }, body: {} } }
  },
  'uploading a list to be published at once': async (portal) => {
    await publish(portal, HOLDERS)
    return {
      endpoint: admin.upload,
      input: { query: { publish: 'if-certain' }, file: listFile(HOLDERS + 1) },
    }
  },
  'reloading a list to be published at once': async (portal, allocationsFile) => {
    await publish(portal, HOLDERS)
    writeFileSync(allocationsFile, listOf(HOLDERS + 1))
    return { endpoint: admin.reloadAllocations, input: { query: { publish: 'if-certain' } } }
  },
  'restoring a list at once': async (portal) => {
    await publish(portal, HOLDERS + 1)
    const before = await portal.ferry.app.store.snapshots.current()
    // As a person would: what is restored has to be as it was published.
    const shown = (await portal.call(admin.upload, { file: listFile(HOLDERS) })).json()
    const body = shown.confirm === null ? {} : { confirm: shown.confirm }
    await portal.call(lists.publishUpload, { params: { uploadId: shown.uploadId }, body })
    return {
      endpoint: lists.restore,
      input: { params: { id: String(before?.id) }, query: { publish: 'if-certain' } },
    }
  },
  'settling a hold as paid': async ({ ferry }) => {
    const { attemptId } = await holdPayment(ferry.app, unknownSignature())
    const body = { attemptId, as: 'paid', tx: unknownSignature(), force: true }
    return { endpoint: bulkSender.settleHold, input: { body } }
  },
  'marking as sent by force': async (portal) => ({
    endpoint: admin.markSent,
    input: { body: { id: await addClaim(portal), tx: unknownSignature(), force: true } },
  }),
  'continuing without payments': async (portal) => {
    await markBehind(portal)
    return { endpoint: bulkSender.continueWithout, input: { body: { confirm: '0 payments' } } }
  },
  'continuing the other sender without payments': async (portal) => {
    await markBehind(portal)
    return { endpoint: standaloneSender.continueWithout, input: { body: { confirm: '0 payments' } } }
  },
  'taking over payments': async () => ({ endpoint: bulkSender.takeOver, input: {} }),
  'taking over payments of the other sender': async () => ({
    endpoint: standaloneSender.takeOver,
    input: {},
  }),
  'configuring the bulk sender': async (portal) => ({
    endpoint: bulkSender.config,
    input: { body: senderConfig(portal, { testKey: true }) },
  }),
  'configuring the standalone sender': async (portal) => ({
    endpoint: standaloneSender.config,
    input: { body: senderConfig(portal, { testKey: true }) },
  }),
  'resetting the claims': async (portal) => {
    await addClaim(portal)
    return { endpoint: admin.resetClaims, input: {} }
  },
}

async function markBehind({ ferry }: PayingPortal): Promise<void> {
  const sender = await findSender(ferry.app)
  const { genesisHash, walletAddress, mintAddress } = sender
  await ferry.app.store.recordsBehind.set({
    genesisHash,
    walletAddress,
    mintAddress,
    payments: 0,
    baseUnits: 0n,
    checkedAtMs: 1,
  })
}
