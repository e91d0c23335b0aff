import { errorResponse } from '#api-schema/error.ts'

/** What every route may also answer. */
export const refusals = { '4xx': errorResponse, '5xx': errorResponse }
