import {
  allowBody,
  denyBody,
  denyListQuery,
  denyListResponse,
  denyUploadResponse,
} from '#api-schema/deny-list.ts'
import { adminEndpoint } from '#api-schema/endpoint.ts'
import { okResponse } from '#api-schema/primitives.ts'

/** The addresses that are paid nothing. */
export const denyListEndpoints = {
  list: adminEndpoint({
    method: 'GET',
    path: '/api/admin/deny-list',
    summary: 'A page of the addresses that are paid nothing',
    query: denyListQuery,
    reply: denyListResponse,
    errors: [],
  }),

  add: adminEndpoint({
    method: 'POST',
    path: '/api/admin/deny-list',
    summary: 'Put an address on the deny list: at once, for claims and payouts alike',
    body: denyBody,
    reply: okResponse,
    errors: ['invalid_denied_address'],
  }),

  remove: adminEndpoint({
    method: 'DELETE',
    path: '/api/admin/deny-list',
    summary: 'Take an address off the deny list: the next run pays what was held',
    body: allowBody,
    reply: okResponse,
    errors: ['invalid_denied_address', 'not_denied'],
  }),

  upload: adminEndpoint({
    method: 'POST',
    path: '/api/admin/deny-list/upload',
    summary: 'Put all addresses of a file on the deny list, or none',
    body: { fileField: 'deny_list_file' },
    reply: denyUploadResponse,
    errors: ['invalid_deny_file', 'upload_given_up'],
  }),
}
