import type { AlertForm } from '#domain/alert-form.ts'
import type { Alert } from './condition.ts'

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
