/** One server-sent event. */
export interface ServerEvent {
  event: string
  /** JSON. */
  data: string
}

/** Reads the events of a response as they come. `onBytes` hears of everything that arrives, also of comments. */
export async function* readEvents(response: Response, onBytes: () => void): AsyncGenerator<ServerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readBlock(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Returns null for a block without data, such as a comment. */
function readBlock(block: string): ServerEvent | null {
  const event: ServerEvent = { event: 'message', data: '' }
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.event = value
    if (field === 'data') event.data += value
  }
  return event.data === '' ? null : event
}
