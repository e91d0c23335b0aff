import type { Guard } from '#lab/mutation/mutant.ts'

const ASKED = ['test/api/second-secret.test.ts']
const ALTERED = ['test/seals/passkeys-altered.test.ts']
const TWO_PEOPLE = ['test/api/two-people.test.ts']
const GATE = { file: 'app/second-secret/second-secret.ts', tests: ASKED }
const CHALLENGE = { file: 'app/second-secret/webauthn.ts', tests: ASKED }
const WEBAUTHN = { file: 'app/second-secret/webauthn.ts', tests: ASKED }
const REGISTER = { file: 'app/second-secret/register-passkey.ts', tests: ASKED }

/** Removes the demand for an action, whose own line follows. */
const notAsked = (demand: string, action: string, indent = '    ') => ({
  guard: `${demand}({\n${indent}action: '${action}',`,
  without: `void ({\n${indent}action: '${action}',`,
})

/** Guards of the second secret: of each action that moves money, and of the answer. */
export const SECOND_SECRET_GUARDS: readonly Guard[] = [
  {
    name: 'starts a distribution without the second secret',
    file: 'app/payouts/source-terms.ts',
    guard: 'return await app.secondSecret.demandStart(',
    without: 'return await ((..._: unknown[]) => false)(',
    tests: ASKED,
  },
  {
    name: 'starts claims without a second person',
    file: 'app/payouts/source-terms.ts',
    guard: 'return await secondSecret.demandStart(',
    without: 'return await ((..._: unknown[]) => false)(',
    tests: TWO_PEOPLE,
  },
  {
    name: 'publishes a list that gives more without the second secret',
    file: 'app/allocations/upload-allocations.ts',
    guard:
      'if (!isComparable || added.count + raised.count > 0) await secondSecret.demand(action)\n  else await',
    without: 'await',
    tests: ASKED,
  },
  {
    name: 'publishes a list that raises amounts without the second secret',
    file: 'app/allocations/upload-allocations.ts',
    guard: 'added.count + raised.count > 0',
    without: 'added.count > 0',
    tests: ASKED,
  },
  {
    name: 'settles a hold as paid without the second secret',
    file: 'app/payouts/holds.ts',
    ...notAsked('await app.secondSecret.demand', 'settle_hold_paid'),
    tests: ASKED,
  },
  {
    name: 'pays on without payments and without the second secret',
    file: 'app/payouts/sender-records.ts',
    ...notAsked('await secondSecret.demand', 'continue_without'),
    tests: ASKED,
  },
  {
    name: 'takes payments over without the second secret',
    file: 'app/payouts/sender-records.ts',
    ...notAsked('await portal.secondSecret.demand', 'take_over'),
    tests: ASKED,
  },
  {
    name: 'resets without the second secret',
    file: 'app/claims/claim-decisions.ts',
    guard: "await secondSecret.demand({ action: 'reset_claims', what: 'delete every claim', facts: [] })",
    without: '',
    tests: ASKED,
  },
  {
    name: 'marks as sent by force without the second secret',
    file: 'app/claims/claim-decisions.ts',
    ...notAsked('await app.secondSecret.demand', 'mark_sent_forced', '      '),
    tests: ASKED,
  },
  {
    name: 'configures a sender without the second secret',
    file: 'app/senders/configure-sender.ts',
    guard: 'await app.secondSecret.demand({',
    without: '!({',
    tests: ASKED,
  },
  {
    name: 'takes a distribution from nobody known',
    file: 'app/distributions/import-distribution.ts',
    ...notAsked('await app.secondSecret.demandPerson', 'upload_distribution'),
    tests: TWO_PEOPLE,
  },
  {
    ...GATE,
    name: 'does what no session asks for',
    guard: 'if (!operator?.session) throw new Error(`${action.action} was asked for by nobody`)',
    without: 'if (!operator?.session) return false',
  },
  {
    ...GATE,
    name: 'believes passkeys that the database made up',
    guard: "seals.fits(sealedRecord('passkey', passkey), passkey.seal)",
    without: 'passkey.seal !== null',
    tests: ALTERED,
  },
  {
    ...GATE,
    name: 'asks for nothing once the passkeys are deleted from the database',
    guard: '(all.length > 0 || (await doSendersAsk(portal)))',
    without: 'all.length > 0',
    tests: ALTERED,
  },
  {
    ...GATE,
    name: 'moves money although no passkey is as it was registered',
    guard: "if (isAltered) throw new PortalError('second_secret_altered')",
    without: '',
    tests: ALTERED,
  },
  {
    ...GATE,
    name: 'moves money with one person of two',
    guard: 'if (people.size < 2)',
    without: 'if (people.size < 1)',
    tests: TWO_PEOPLE,
  },
  {
    ...GATE,
    name: 'has one person upload and start',
    guard: "throw new PortalError('same_person', { person: maker.person, made })",
    without: 'return true',
    tests: TWO_PEOPLE,
  },
  {
    ...GATE,
    name: 'believes the database about who uploaded',
    guard: "if (!maker || !seals.fits(sealedRecord('maker', maker), maker.seal)) {",
    without: 'if (!maker) {',
    tests: TWO_PEOPLE,
  },
  {
    ...CHALLENGE,
    name: 'takes a challenge that it did not make',
    guard: "if (!seals.fits(sealedChallenge(challenged, issuedAtMs), mac)) return 'other'",
    without: '',
  },
  {
    ...CHALLENGE,
    name: 'takes an answer for other facts',
    guard: "['facts', JSON.stringify(facts.map(String))],",
    without: '',
  },
  {
    ...CHALLENGE,
    name: "takes the answer to another session's challenge",
    guard: "['session', session],",
    without: '',
  },
  {
    ...CHALLENGE,
    name: 'takes an answer after its time',
    guard: "return nowMs - issuedAtMs > VALID_MS ? 'late' : { issuedAtMs }",
    without: 'return { issuedAtMs }',
  },
  {
    name: 'takes an answer twice',
    file: 'store/passkeys.ts',
    guard: ".where('answeredAtMs', '<', issuedAtMs)",
    without: '',
    tests: ASKED,
  },
  {
    ...WEBAUTHN,
    name: "takes another passkey's signature",
    guard: 'return verified ? authenticationInfo.newCounter : null',
    without: 'return authenticationInfo.newCounter',
  },
  {
    ...WEBAUTHN,
    name: 'takes the answer of a user who was not verified',
    guard: "Buffer.from(publicKey, 'base64url'), counter },\n      requireUserVerification: true,",
    without: "Buffer.from(publicKey, 'base64url'), counter },\n      requireUserVerification: false,",
  },
  {
    ...REGISTER,
    name: 'registers a passkey without the password',
    guard: 'await checkPassword(app, confirmedBy)\n  const { sound }',
    without: 'const { sound }',
  },
  {
    ...REGISTER,
    name: 'registers a passkey without the one before',
    ...notAsked('await app.secondSecret.demandOfOne', 'register_passkey'),
  },
  {
    ...REGISTER,
    name: 'removes a passkey without one',
    ...notAsked('await app.secondSecret.demandOfOne', 'remove_passkey'),
  },
  {
    ...REGISTER,
    name: 'registers what was not asked for',
    guard: 'const issued = readChallenge(seals, challengedBy(given, place), challenge, now())',
    without: 'const issued = { issuedAtMs: now() }',
  },
  {
    ...REGISTER,
    name: 'has one person register as a third',
    guard: "throw new PortalError('two_people_registered')",
    without: 'Object()',
    tests: TWO_PEOPLE,
  },
  {
    ...REGISTER,
    name: 'leaves the sending keys as they were before the first passkey',
    guard: 'await haveSendersAsk(app, true)',
    without: '',
    tests: ALTERED,
  },
]
