import type { SecretAsked } from '#web/admin/error-code.ts'
import { ApiError } from '#web/lib/api-client.ts'

/** What a person is asked to confirm, and what becomes of it. */
export interface Question {
  asked: SecretAsked
  answer(secondSecret: object): void
  cancel(): void
}

let questions: readonly Question[] = []
const listeners = new Set<() => void>()

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the question that is to be shown; undefined where there is none. */
export const firstQuestion = (): Question | undefined => questions[0]

function update(next: readonly Question[]): void {
  questions = next
  for (const listener of listeners) listener()
}

/** Has a person confirm something with a passkey. Throws an ApiError that says that nothing was done where the person does not. */
export function askForPasskey(asked: SecretAsked): Promise<object> {
  return new Promise((resolve, reject) => {
    const done = () => update(questions.filter((each) => each !== question))
    const question: Question = {
      asked,
      answer(secondSecret) {
        done()
        resolve(secondSecret)
      },
      cancel() {
        done()
        const error = 'Nothing was done: it was not confirmed with a passkey.'
        reject(
          new ApiError(403, '', JSON.stringify({ error, code: 'second_secret_required', requestId: '' })),
        )
      },
    }
    update([...questions, question])
  })
}
