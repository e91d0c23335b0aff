/** The bodies that webhooks take: Ferry's own JSON, a Telegram bot's sendMessage, Discord's. */
export const ALERT_FORMS = ['json', 'telegram', 'discord'] as const

export type AlertForm = (typeof ALERT_FORMS)[number]
