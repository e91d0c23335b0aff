import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { describeRequest } from './describe-request.ts'
import type { RequestLog } from './request-log.ts'

/** Logs one line for each request, when it is over, with the id that the response carries as X-Request-Id. */
export class OneLineLogController extends LogController {
  readonly #answered: RequestLog

  constructor(answered: RequestLog) {
    super({ requestIdLogLabel: 'requestId' })
    this.#answered = answered
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const responseTimeMs = Math.round(reply.elapsedTime)
    if (error) {
      request.log.error({ req: request, res: reply, responseTimeMs, err: error }, 'request errored')
      return
    }
    const { id: requestId } = request
    const res = { statusCode: reply.statusCode }
    this.#answered({ requestId, req: describeRequest(request), res, responseTimeMs })
  }
}
