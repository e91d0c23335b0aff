import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

interface WalletRequestOptions<V, R> {
  ask(input: V, cancelled: AbortSignal): Promise<R>
  onSuccess(answer: R, input: V): void
  onError(error: Error, input: V): void
}

/** Asks a wallet for something, which may never answer. After `cancel` an answer is not heard, whenever it comes. */
export function useWalletRequest<V, R>({ ask, ...callbacks }: WalletRequestOptions<V, R>) {
  const controller = useRef<AbortController>(undefined)
  const request = useMutation({
    ...callbacks,
    mutationFn(input: V) {
      const asked = new AbortController()
      const { signal } = asked
      controller.current = asked
      const answer = ask(input, signal)
      return new Promise<R>((resolve, reject) => {
        answer.then(
          (value) => signal.aborted || resolve(value),
          (error) => signal.aborted || reject(error),
        )
      })
    },
  })

  function cancel() {
    controller.current?.abort()
    request.reset()
  }

  return { ...request, cancel }
}
