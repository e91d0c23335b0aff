import { ApiError } from './api-client.ts'

/** More of a foreign page would fill the screen. */
const MAX_WORDS = 200

/** Returns the portal's own sentence for an error, or the fallback where there is none. */
export function errorSentence(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.response?.error) || withoutMarkup(fallback)
}

/** Returns the words of a page that a proxy answered with. */
function withoutMarkup(text: string): string {
  if (!/<[a-z!/][^>]*>/i.test(text)) return text
  const words = text.replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
  return words.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS)
}
