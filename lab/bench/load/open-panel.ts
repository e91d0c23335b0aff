import { endpoints } from '#api-schema/endpoints.ts'
import { PortalClient, PortalResponseError } from '#lab/rehearsal/portal-client.ts'
import { ADMIN_PASSWORD } from './own-process.ts'

/** The panel of a portal, for what benchmarks ask of it. */
export interface BenchPanel {
  client: PortalClient
  /** Uploads a list, answers what is asked about it, and returns when it is in force. */
  uploadList(list: Blob): Promise<void>
}

export async function openPanel(port: number): Promise<BenchPanel> {
  const client = new PortalClient(`http://127.0.0.1:${port}`)
  await client.signIn(ADMIN_PASSWORD)
  return {
    client,
    async uploadList(list) {
      try {
        await client.send(endpoints.admin.upload, { file: new File([list], 'holders.csv') })
      } catch (error) {
        if (!(error instanceof PortalResponseError)) throw error
        const { uploadId, confirm } = JSON.parse(error.message.slice(error.message.indexOf('{')))
        const body = confirm === null ? {} : { confirm }
        await client.send(endpoints.lists.publishUpload, { params: { uploadId }, body })
      }
    },
  }
}
