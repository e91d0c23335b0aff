import type { AlertForm } from '#domain/alert-form.ts'
import { ConfigError } from './config-error.ts'
import type { Environment } from './environment.ts'

/** How the portal is seen from outside. */
export interface Observability {
  metrics: MetricsTerms
  /** Null where nobody is to be alerted. */
  alerts: AlertTerms | null
}

export interface MetricsTerms {
  host: string
  /** The port of their own; null where they have none. */
  port: number | null
  /** What a scrape has to show; required on the portal's own port. */
  token: string | null
}

export interface AlertTerms {
  urls: readonly string[]
  form: AlertForm
  /** Empty but for Telegram. */
  telegramChatId: string
}

/** Throws ConfigError. */
export function readObservability(environment: Environment): Observability {
  const { METRICS_HOST: host, METRICS_PORT, METRICS_TOKEN, PORT } = environment
  if (METRICS_PORT !== undefined && METRICS_PORT === PORT) {
    throw new ConfigError([{ setting: 'METRICS_PORT', problem: 'must be another port than PORT' }])
  }
  return {
    metrics: { host, port: METRICS_PORT ?? null, token: METRICS_TOKEN ?? null },
    alerts: readAlerts(environment),
  }
}

function readAlerts({
  ALERT_WEBHOOK_URL: urls,
  ALERT_WEBHOOK_FORM: form,
  ALERT_TELEGRAM_CHAT_ID: telegramChatId = '',
}: Environment): AlertTerms | null {
  if (urls === undefined) return null
  if (form === 'telegram' && telegramChatId === '') {
    throw new ConfigError([
      { setting: 'ALERT_TELEGRAM_CHAT_ID', problem: 'set it: it says which chat the bot writes to' },
    ])
  }
  return { urls, form, telegramChatId }
}
