import { ApiError, type ApiRequest, apiRequest } from '#web/lib/api-client.ts'
import { getToken, setToken } from './session.ts'

/**
 * A request with the admin token. Throws as apiRequest does; a token that the server no longer takes is forgotten,
 * which brings back the sign-in form.
 */
export async function adminRequest<T>(path: string, request: ApiRequest = {}): Promise<T> {
  try {
    return await apiRequest<T>(path, { ...request, headers: { Authorization: `Bearer ${getToken()}` } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) setToken(null)
    throw error
  }
}
