import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalClient } from './portal-client.ts'

/** Uploads a holder list of these lines, and confirms what is asked about it. */
export async function publishList(panel: PortalClient, lines: Iterable<string>): Promise<void> {
  const asked = await panel.send(endpoints.admin.upload, { file: new File([...lines], 'holders.csv') })
  if (!('uploadId' in asked)) throw new Error('The list was published before it was seen')
  const { uploadId, confirm } = asked
  const body = confirm === null ? {} : { confirm }
  await panel.send(endpoints.lists.publishUpload, { params: { uploadId }, body })
}
