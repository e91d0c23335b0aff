import { bulkSenderConfigResponse, bulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import { adminEndpoint } from '#api-schema/endpoint.ts'
import { messageResponse, okResponse } from '#api-schema/primitives.ts'
import { MONEY_ERRORS } from '#api-schema/second-secret.ts'
import {
  distributionEstimateQuery,
  distributionParams,
  distributionProgressResponse,
  distributionsQuery,
  distributionsResponse,
  distributionUploadQuery,
  distributionUploadResponse,
  repeatedRowsQuery,
  repeatedRowsResponse,
  standaloneConfigBody,
  standaloneStatsResponse,
  standaloneStatusResponse,
  startDistributionBody,
} from '#api-schema/standalone-sender.ts'
import { startHeaders } from '#api-schema/start-payout.ts'
import { recordsEndpoints } from './records.ts'
import { CLUSTER_ERRORS, CONFIG_ERRORS, START_ERRORS } from './sender-errors.ts'

const BASE = '/api/standalone-bulk-sender'

/** Of every endpoint here: with STANDALONE_SENDER=off none answers anything else to who has a session. */
const OFF = 'standalone_sender_off'

/** Errors that keep a distribution from being paid at all. */
const UNPAYABLE = [
  OFF,
  'no_distribution',
  'standalone_not_configured',
  'distribution_of_other_token',
] as const

/** The sender of spreadsheets: its wallet, its files, and their payments. */
export const standaloneSenderEndpoints = {
  ...recordsEndpoints(BASE, ['standalone_not_configured', OFF]),

  status: adminEndpoint({
    method: 'GET',
    path: `${BASE}/status`,
    summary: 'The standalone sender',
    reply: standaloneStatusResponse,
    errors: [OFF],
    isPolled: true,
  }),

  distributions: adminEndpoint({
    method: 'GET',
    path: `${BASE}/distributions`,
    summary: 'The distributions, newest first',
    query: distributionsQuery,
    reply: distributionsResponse,
    errors: [OFF],
    isPolled: true,
  }),

  stats: adminEndpoint({
    method: 'GET',
    path: `${BASE}/stats`,
    summary: 'What all distributions add up to',
    reply: standaloneStatsResponse,
    errors: [OFF],
    isPolled: true,
  }),

  progress: adminEndpoint({
    method: 'GET',
    path: `${BASE}/progress/:distributionId`,
    summary: 'How far a distribution has come',
    params: distributionParams,
    reply: distributionProgressResponse,
    errors: [OFF, 'no_distribution'],
    isPolled: true,
  }),

  result: adminEndpoint({
    method: 'GET',
    path: `${BASE}/result/:distributionId`,
    summary: 'What became of each row of a distribution',
    params: distributionParams,
    reply: { fileName: 'distribution_:distributionId.csv' },
    errors: [OFF, 'no_distribution'],
  }),

  repeatedRows: adminEndpoint({
    method: 'GET',
    path: `${BASE}/distributions/:distributionId/repeats`,
    summary: 'The rows of a distribution that were paid before',
    params: distributionParams,
    query: repeatedRowsQuery,
    reply: repeatedRowsResponse,
    errors: [OFF, 'no_distribution'],
  }),

  estimate: adminEndpoint({
    method: 'GET',
    path: `${BASE}/estimate/:distributionId`,
    summary: 'What paying the rest of a distribution will cost',
    params: distributionParams,
    query: distributionEstimateQuery,
    reply: bulkSenderEstimateResponse,
    errors: [...UNPAYABLE, ...CLUSTER_ERRORS],
  }),

  config: adminEndpoint({
    method: 'POST',
    path: `${BASE}/config`,
    summary: 'Set the sending wallet',
    body: standaloneConfigBody,
    reply: bulkSenderConfigResponse,
    errors: [OFF, ...CONFIG_ERRORS],
  }),

  upload: adminEndpoint({
    method: 'POST',
    path: `${BASE}/upload`,
    summary: 'Add a distribution: the whole file, or nothing',
    query: distributionUploadQuery,
    body: { fileField: 'excelFile' },
    reply: distributionUploadResponse,
    errors: [
      OFF,
      'standalone_not_configured',
      'not_an_xlsx',
      'not_a_csv',
      'invalid_distribution_file',
      'needs_confirmation',
      ...MONEY_ERRORS,
    ],
  }),

  start: adminEndpoint({
    method: 'POST',
    path: `${BASE}/start/:distributionId`,
    summary: 'Pay what a distribution still owes',
    description:
      'As bulkSenderStart. Rows that were paid before are asked about: 409 needs_confirmation, answered by `confirm` or by `leaveOutRepeats`.',
    params: distributionParams,
    body: startDistributionBody,
    headers: startHeaders,
    reply: messageResponse,
    errors: [...UNPAYABLE, 'distribution_settled', 'only_repeats', 'needs_confirmation', ...START_ERRORS],
  }),

  remove: adminEndpoint({
    method: 'DELETE',
    path: `${BASE}/distributions/:distributionId`,
    summary: 'Delete a distribution that was never started',
    params: distributionParams,
    reply: okResponse,
    errors: [OFF, 'no_distribution', 'distribution_begun'],
  }),

  stop: adminEndpoint({
    method: 'POST',
    path: `${BASE}/stop/:distributionId`,
    summary: "Stop a distribution's run",
    params: distributionParams,
    reply: messageResponse,
    errors: [OFF, 'no_distribution', 'no_run_in_progress'],
  }),
}
