export interface HttpReply {
  status: number
  contentType: string
  body: string
  headers?: Readonly<Record<string, string>>
}

/**
 * Thrown where the whole HTTP exchange fails, including the other requests of a batch: the server sends this reply, or
 * with null just drops the connection.
 */
export class TransportFault extends Error {
  override name = 'TransportFault'
  readonly reply: HttpReply | null

  constructor(reply: HttpReply | null) {
    super(reply ? `answers HTTP ${reply.status}` : 'drops the connection')
    this.reply = reply
  }
}
