import { ApiError, type ApiRequest, apiRequest } from '#web/lib/api-client.ts'
import { endSession, getToken } from './session.ts'

/**
 * A request with the admin token. Throws as apiRequest does; a token that the server no longer takes is forgotten,
 * which brings back the sign-in form.
 */
export async function adminRequest<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const token = getToken()
  try {
    return await apiRequest<T>(path, { ...request, headers: { Authorization: `Bearer ${token}` } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endSession(token)
    throw error
  }
}
