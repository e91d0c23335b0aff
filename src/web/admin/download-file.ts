import { ApiError } from '#web/lib/api-client.ts'
import { endSession, getToken } from './session.ts'

/** Fetches a file with the admin token and hands it to the browser under this name. Throws as adminRequest does. */
export async function downloadFile(path: string, fileName: string): Promise<void> {
  const token = getToken()
  const response = await fetch(path, {
    headers: { Authorization: `Bearer ${token}` },
    credentials: 'include',
  })
  if (response.status === 401) endSession(token)
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
