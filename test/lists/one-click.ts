import { Readable } from 'node:stream'
import { publishUpload } from '#app/allocations/kept-lists.ts'
import { readListRows } from '#app/allocations/list-trees.ts'
import { ListQuestionError, uploadAllocations } from '#app/allocations/upload-allocations.ts'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { importAllocations } from '../harness/open-upload.ts'
import { type FileShape, holdersOf } from './file-shape.ts'

/**
 * What the dialog's own proposals lead to, with no word typed and nothing chosen: the list is published, right or wrong; words have to be typed
 * first; or something has to be chosen, after which it is seen again.
 */
export type AfterOneClick = 'right' | 'wrong' | 'words' | 'choice'

/** How many of the shapes that are asked about end so, over a list in force that is right. */
export const AFTER_ONE_CLICK: Record<AfterOneClick, number> = { right: 12, words: 22, choice: 100, wrong: 0 }

/** Uploads a file, and clicks what the dialog offers: to leave out rows without an address, and Publish. */
export async function clickOnce(app: AppContext, shape: FileShape): Promise<AfterOneClick | null> {
  const bytes = Readable.from([Buffer.from(await shape.build(holdersOf(shape)))])
  const asked = await uploadAllocations(app, { fileName: 'holders.csv', bytes }).catch(refusedAs(null))
  if (asked === null || !('uploadId' in asked)) return null
  const rows = asked.preview.odd
    .filter(({ kind }) => kind === 'no_holder')
    .flatMap(({ where }) => where.map((place) => Number(place.split(' ').at(-1))))
  const leaveOut = rows.length > 0 ? { leaveOut: rows } : {}
  const looked =
    rows.length > 0
      ? await publishUpload(app, asked.uploadId, { ...leaveOut, lookOnly: true }).catch(askedAgain)
      : asked
  const uploadId = 'uploadId' in looked ? looked.uploadId : asked.uploadId
  const end = await publishUpload(app, uploadId, leaveOut).catch(askedAgain)
  if ('uploadId' in end) return end.confirm === null ? 'choice' : 'words'
  return !shape.isLost && (await isInForce(app, shape)) ? 'right' : 'wrong'
}

/** Makes a list with the right amounts the one in force. */
export async function publishTruth(app: AppContext, shape: FileShape): Promise<void> {
  const lines = holdersOf(shape).map(({ address, wei }) => `${address},${wei}\n`)
  const bytes = Readable.from([Buffer.from(`address,amountWei\n${lines.join('')}`)])
  await importAllocations(app, { fileName: 'truth.csv', bytes })
}

async function isInForce(app: AppContext, shape: FileShape): Promise<boolean> {
  const snapshot = await app.store.snapshots.current()
  const read: string[] = []
  if (snapshot) {
    for await (const rows of readListRows(app, snapshot))
      read.push(...rows.map(({ address, amountWei }) => `${address} ${amountWei}`))
  }
  const truth = holdersOf(shape).map(({ address, wei }) => `${address} ${wei}`)
  return read.sort().join() === truth.sort().join()
}

function askedAgain(error: unknown) {
  if (error instanceof ListQuestionError) return error.asked
  throw error
}

const refusedAs =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof PortalError) return value
    throw error
  }
