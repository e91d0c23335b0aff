import type { AppContext } from '#app/app-context.ts'
import { actingOperator, type Operator } from '#domain/acting-operator.ts'
import { foldPerson, type Passkey } from '#domain/passkey.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sealedRecord } from '#domain/sealed-record.ts'
import { SealBrokenError } from '#domain/secret-box.ts'
import { type OpenedKey, openSendingKey, type Sender, sendingKeyPlace } from '#domain/sender.ts'
import {
  type Challenged,
  challengeOf,
  makeChallenge,
  readAnswer,
  readChallenge,
  verifyAnswer,
} from './webauthn.ts'

/** An action that moves money, or makes it possible, as a person confirms it. */
interface MoneyAction {
  action: string
  /** For the person, such as `start "june.xlsx": 120 payments, 30,000 MOON`. */
  what: string
  /** Each of them has to be the same when the answer comes. */
  facts: readonly unknown[]
}

/** What is paid, as a person made it. */
interface MadeSource {
  /** `list <id>` or `distribution <id>`. */
  subject: string
  made: 'uploaded' | 'published'
}

/** The passkeys that are registered. */
interface Passkeys {
  /** Those as they were registered. */
  sound: readonly Passkey[]
  all: readonly Passkey[]
  /** None is sound, although there were some. */
  isAltered: boolean
}

/** Asks for the second secret before anything is changed. */
export interface SecondSecret {
  readonly twoPeople: boolean
  passkeys(): Promise<Passkeys>
  /**
   * Returns where the person who acts has shown the second secret for just this, and tells whether it was asked for: it is not before a
   * passkey is registered. Throws second_secret_required, with a challenge, otherwise; second_secret_altered where the passkeys were
   * changed in the database; with TWO_PEOPLE, two_people_needed while fewer are registered.
   */
  demand(action: MoneyAction): Promise<boolean>
  /** The same with TWO_PEOPLE alone, and for what two people do not do, such as registering: by one. */
  demandPerson(action: MoneyAction): Promise<void>
  demandOfOne(action: MoneyAction): Promise<boolean>
  /**
   * Demands it for a start. With TWO_PEOPLE it is asked for every start; then throws maker_unknown, and same_person for the one who
   * uploaded or published what is paid.
   */
  demandStart(action: MoneyAction, source: MadeSource, isAlwaysAsked: boolean): Promise<boolean>
  /** Notes the person who acts as the one who uploaded or published it, where the person is known. */
  noteMaker(subject: string): Promise<void>
}

/** For commands: who has the server has all. */
export const ON_THE_SERVER: Pick<SecondSecret, 'demand'> = { demand: async () => false }

const WHY = {
  other: 'The answer was for something else: what is to be done has changed, or the session.',
  late: 'The answer came later than two minutes after it was asked for.',
  wrong: 'The answer is not that of a registered passkey.',
  used: 'The answer was used before.',
} as const

export function createSecondSecret(
  portal: Pick<AppContext, 'store' | 'seals' | 'secrets' | 'now'> & { twoPeople: boolean },
): SecondSecret {
  const { store, seals, now, twoPeople } = portal

  async function passkeys(): Promise<Passkeys> {
    const all = await store.passkeys.list()
    const sound = all.filter((passkey) => seals.fits(sealedRecord('passkey', passkey), passkey.seal))
    // Rows can be deleted by who writes to the database; what they are marked by in the senders' keys can not be taken out of these.
    const isAltered = sound.length === 0 && (all.length > 0 || (await doSendersAsk(portal)))
    return { sound, all, isAltered }
  }

  async function demandOfOne(action: MoneyAction): Promise<boolean> {
    const { sound, isAltered } = await passkeys()
    if (isAltered) throw new PortalError('second_secret_altered')
    if (sound.length === 0) return false
    const operator = actingOperator()
    // Every request of an operator has one: what comes here without is a fault of ours, and does nothing.
    if (!operator?.session) throw new Error(`${action.action} was asked for by nobody`)
    const challenged = { action: action.action, facts: action.facts, session: operator.session }
    const doubt = operator.secondSecret === null ? null : await check(operator, challenged, sound)
    if (operator.secondSecret !== null && doubt === null) {
      await haveSendersAsk(portal, true)
      return true
    }
    throw new PortalError('second_secret_required', {
      what: action.what,
      challenge: makeChallenge(seals, challenged, now()),
      passkeys: sound.map(({ credentialId: id, rpId }) => ({ id, rpId })),
      ...(doubt !== null && { why: WHY[doubt] }),
    })
  }

  /** Returns null where the answer is good, which it is once; the person is known from then on. */
  async function check(
    operator: Operator,
    challenged: Challenged,
    sound: readonly Passkey[],
  ): Promise<keyof typeof WHY | null> {
    const answer = readAnswer(operator.secondSecret)
    const passkey = answer && sound.find(({ credentialId }) => credentialId === answer.id)
    if (!passkey) return 'wrong'
    const challenge = challengeOf(answer.response)
    const issued = readChallenge(seals, challenged, challenge, now())
    if (typeof issued === 'string') return issued
    const counter = await verifyAnswer(passkey, answer, challenge)
    if (counter === null) return 'wrong'
    if (!(await store.passkeys.noteAnswer(passkey.id, { ...issued, counter, nowMs: now() }))) return 'used'
    operator.person = passkey.person
    return null
  }

  async function demand(action: MoneyAction): Promise<boolean> {
    if (twoPeople) {
      const people = new Set((await passkeys()).sound.map(({ person }) => foldPerson(person)))
      if (people.size < 2) throw new PortalError('two_people_needed', { registered: people.size })
    }
    return await demandOfOne(action)
  }

  return {
    twoPeople,
    passkeys,
    demand,
    demandOfOne,

    async demandPerson(action) {
      if (twoPeople) await demand(action)
    },

    async demandStart(action, { subject, made }, isAlwaysAsked) {
      if (!twoPeople) return isAlwaysAsked && (await demand(action))
      const maker = await store.makers.find(subject)
      if (!maker || !seals.fits(sealedRecord('maker', maker), maker.seal)) {
        await demand(action)
        throw new PortalError('maker_unknown', { made })
      }
      await demand(action)
      if (foldPerson(actingOperator()?.person ?? '') === foldPerson(maker.person))
        throw new PortalError('same_person', { person: maker.person, made })
      return true
    },

    async noteMaker(subject) {
      const person = actingOperator()?.person ?? null
      if (person === null) return
      const maker = { subject, person }
      await store.makers.note({ ...maker, seal: seals.make(sealedRecord('maker', maker)) })
    },
  }
}

/** Names a holder list as something that somebody made. */
export const listSubject = (snapshotId: number) => `list ${snapshotId}`

/** Names a distribution as something that somebody made. */
export const distributionSubject = (id: string) => `distribution ${id}`

type Portal = Pick<AppContext, 'store' | 'secrets'>

/** Tells whether a sending key is sealed as one that a second secret is asked for. */
export async function doSendersAsk(portal: Portal): Promise<boolean> {
  const opened = await openSenders(portal)
  return opened.some(({ asksSecondSecret }) => asksSecondSecret)
}

/** Seals the sending keys as ones that a second secret is asked for, or as ones that it is not. */
export async function haveSendersAsk(portal: Portal, asks: boolean): Promise<void> {
  const { store, secrets } = portal
  for (const { sender, key, asksSecondSecret } of await openSenders(portal)) {
    if (asksSecondSecret !== asks)
      await store.senders.reseal(sender, secrets.seal(key, sendingKeyPlace(sender, asks)))
  }
}

/** Opens the sending keys that open. */
async function openSenders({ store, secrets }: Portal): Promise<(OpenedKey & { sender: Sender })[]> {
  const opened: (OpenedKey & { sender: Sender })[] = []
  for (const kind of ['bulk', 'standalone'] as const) {
    const sender = await store.senders.find(kind)
    if (!sender) continue
    try {
      opened.push({ sender, ...openSendingKey(secrets, sender.sealedKey, sender) })
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error
    }
  }
  return opened
}
