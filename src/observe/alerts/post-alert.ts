import pRetry from 'p-retry'
import type { AlertForm } from '#domain/alert-form.ts'
import type { Alert } from './condition.ts'

/** How a webhook is waited for, and tried again. */
export interface PostTerms {
  timeoutMs: number
  retries: number
  /** It triples each time. */
  firstRetryMs: number
}

export const POST_TERMS: PostTerms = { timeoutMs: 10_000, retries: 5, firstRetryMs: 2_000 }

const LONGEST_RETRY_MS = 120_000

/** Why a webhook did not take an alert, in words that hold nothing of its URL or its answer. */
export class UndeliveredError extends Error {
  override name = 'UndeliveredError'
}

/**
 * Posts JSON to a webhook until it is taken. Certificates are verified, and a redirect is not followed: it would carry the alert to
 * somebody else. Throws UndeliveredError, or the signal's reason.
 */
export async function postAlert(
  url: string,
  body: object,
  signal: AbortSignal,
  { timeoutMs, retries, firstRetryMs }: PostTerms = POST_TERMS,
): Promise<void> {
  await pRetry(() => postOnce(url, body, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])), {
    retries,
    minTimeout: firstRetryMs,
    maxTimeout: LONGEST_RETRY_MS,
    factor: 3,
    signal,
  })
}

async function postOnce(url: string, body: object, signal: AbortSignal): Promise<void> {
  let status: number
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    status = response.status
    await response.body?.cancel()
  } catch (error) {
    throw new UndeliveredError(wordsOf(error))
  }
  if (status < 200 || status > 299) throw new UndeliveredError(`it answered HTTP ${status}`)
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be reached'
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
  return `it could not be reached (${code})`
}

/** The most characters of a message (Telegram Bot API, sendMessage; Discord, Execute Webhook). */
const TELEGRAM_TEXT = 4096
const DISCORD_CONTENT = 2000

/** Makes the JSON that is posted. */
export function formAlert(
  { condition, phase, text, atMs }: Alert,
  form: AlertForm,
  telegramChatId: string,
): object {
  switch (form) {
    case 'json':
      return { condition, phase, text, at: new Date(atMs).toISOString() }
    case 'telegram':
      return {
        chat_id: telegramChatId,
        text: text.slice(0, TELEGRAM_TEXT),
        link_preview_options: { is_disabled: true },
      }
    case 'discord':
      return { content: text.slice(0, DISCORD_CONTENT), allowed_mentions: { parse: [] } }
  }
}
