import type { AppContext } from '#app/app-context.ts'
import type { ListAnswer } from '#domain/list-preview.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { AskedUpload } from '#domain/snapshot.ts'
import type { ListChoices } from '#lists/list-shape/list-shape.ts'
import { publishRestored } from './restore-list.ts'
import { type ImportedAllocations, type StagedList, withStagedList } from './stage-list.ts'
import { fitsUpload, publishOrAsk, type Restored, type UploadAnswer } from './upload-allocations.ts'

/**
 * Publishes a list that was asked about, as it was shown: the kept bytes are read again, with the choices, and whatever is found that was
 * not shown is asked anew. Throws no_upload, what uploadAllocations throws, and list_published_meanwhile.
 */
export function publishUpload(
  app: AppContext,
  uploadId: string,
  answer: UploadAnswer,
): Promise<ImportedAllocations> {
  return app.imports(async () => {
    const { upload, seal } = await keptUpload(app, uploadId)
    const publish = (list: StagedList, restored: Restored | null = null) => {
      assertAsShown(app, upload, seal, list)
      return publishOrAsk(app, upload, list, answer, restored)
    }
    const choices = choicesOf(answer)
    if (upload.restoredId !== null) {
      if (Object.keys(choices).length > 0)
        throw new PortalError('contradicts_file', { problems: 1 }, [OF_VERSION])
      return publishRestored(app, upload.restoredId, publish)
    }
    const file = { fileName: upload.fileName, bytes: app.store.listUploads.bytes(upload.id) }
    return withStagedList(app, file, choices, publish)
  })
}

const OF_VERSION = {
  where: 'file',
  problem: 'an earlier version is published as it was: it takes no unit, columns, mark or rows to leave out',
}

/** What an answer says of how a file is to be read. */
export function choicesOf({
  columns,
  unit,
  mark,
  decimalMark = mark,
  leaveOut = [],
}: ListAnswer): ListChoices {
  return {
    ...(columns && { columns }),
    ...(unit && { unit }),
    ...(decimalMark && { decimalMark }),
    ...(leaveOut.length > 0 && { leaveOut }),
  }
}

/** Drops a list that was asked about. Throws no_upload. */
export async function discardUpload(app: AppContext, uploadId: string): Promise<void> {
  const { upload } = await keptUpload(app, uploadId)
  if (!(await app.store.listUploads.remove(upload.id))) throw new PortalError('no_upload')
  await app.store.operatorActions.record({
    atMs: app.now(),
    action: 'discard_upload',
    subject: upload.fileHash,
    detail: upload.fileName,
  })
}

async function keptUpload(
  { store }: AppContext,
  uploadId: string,
): Promise<{ upload: AskedUpload; seal: string }> {
  const at = uploadId.indexOf('.')
  const upload = at < 0 ? undefined : await store.listUploads.find(uploadId.slice(0, at))
  if (!upload) throw new PortalError('no_upload')
  return { upload, seal: uploadId.slice(at + 1) }
}

/** Throws no_upload where the kept bytes, or what was asked of them, are not what the person saw who holds the seal. */
function assertAsShown(app: AppContext, upload: AskedUpload, seal: string, { summary }: StagedList): void {
  if (fitsUpload(app, { ...upload, fileHash: summary.fileHash }, seal)) return
  throw new PortalError('no_upload')
}
