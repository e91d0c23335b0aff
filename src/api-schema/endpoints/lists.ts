import { uploadResponse } from '#api-schema/admin.ts'
import { adminEndpoint } from '#api-schema/endpoint.ts'
import { listDifference } from '#api-schema/list-preview.ts'
import {
  differenceParams,
  listParams,
  listsResponse,
  publishListBody,
  uploadParams,
} from '#api-schema/lists.ts'
import { okResponse } from '#api-schema/primitives.ts'
import { PUBLISHING_ERRORS } from '#api-schema/publishing-errors.ts'

/** Holder lists that wait for an answer, and the versions that were in force. */
export const listEndpoints = {
  publishUpload: adminEndpoint({
    method: 'POST',
    path: '/api/admin/uploads/:uploadId/publish',
    summary: 'Publish a holder list that was asked about',
    params: uploadParams,
    body: publishListBody,
    reply: uploadResponse,
    errors: [...PUBLISHING_ERRORS, 'no_upload', 'no_list'],
  }),

  discardUpload: adminEndpoint({
    method: 'DELETE',
    path: '/api/admin/uploads/:uploadId',
    summary: 'Drop a holder list that was asked about',
    params: uploadParams,
    reply: okResponse,
    errors: ['no_upload'],
  }),

  lists: adminEndpoint({
    method: 'GET',
    path: '/api/admin/lists',
    summary: 'The versions of the holder list, newest first',
    reply: listsResponse,
    errors: [],
  }),

  difference: adminEndpoint({
    method: 'GET',
    path: '/api/admin/lists/:id/difference/:b',
    summary: 'What version b changes of this one',
    params: differenceParams,
    reply: listDifference,
    errors: ['no_list', 'holder_list_changed'],
  }),

  restore: adminEndpoint({
    method: 'POST',
    path: '/api/admin/lists/:id/restore',
    summary: 'Publish an earlier version again',
    params: listParams,
    reply: uploadResponse,
    errors: [...PUBLISHING_ERRORS, 'no_list'],
  }),
}
