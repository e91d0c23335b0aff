import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** Logs one line for each request, when it is over, with the id that the response carries as X-Request-Id. */
export class OneLineLogController extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTimeMs: Math.round(reply.elapsedTime) }
    if (error) request.log.error({ ...line, err: error }, 'request errored')
    else request.log.info(line, 'request completed')
  }
}
