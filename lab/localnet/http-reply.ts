export interface HttpReply {
  status: number
  contentType: string
  body: string
  headers?: Readonly<Record<string, string>>
}

/**
 * Thrown instead of an answer where the whole HTTP exchange goes wrong, whatever the request's other parts were: the
 * server sends this reply, or with null just drops the connection.
 */
export class TransportFault extends Error {
  override name = 'TransportFault'
  readonly reply: HttpReply | null

  constructor(reply: HttpReply | null) {
    super(reply ? `answers HTTP ${reply.status}` : 'drops the connection')
    this.reply = reply
  }
}
