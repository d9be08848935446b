import type { Outcome } from '@paidang/api/endpoint'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { mayHaveActed } from './network-error'
import { failureText, showDone, showFailed } from './toast'

type Action<Input, Done> = {
  endpoint: { outcome: Outcome }
  /** What it may change: fetched again afterwards. After a refusal too, because the data on screen was stale. */
  stale: readonly QueryKey[]
  run: (input: Input, idempotencyKey: string) => Promise<Done>
  /** Shows no message, because the next screen shows the success. */
  isSilent?: boolean
  /** The message, if the endpoint's own one is not specific enough. */
  says?: ((done: Done) => string) | undefined
}

type ActionCallbacks<Done> = { onDone?: (done: Done) => void; onRefused?: (error: Error) => void }

/**
 * An action with its own busy flag. It shows its result and refetches what it may have changed. The second of two
 * quick presses does nothing. A retry after a lost answer reuses the idempotency key, so that the server runs it once.
 * `refusal` is the message of the last failure, for a sheet that stays open.
 */
export function useAction<Input, Done>({
  endpoint: { outcome },
  stale,
  run,
  isSilent = false,
  says,
}: Action<Input, Done>) {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const press = useRef<{ key: string; input: string }>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ input, key }: { input: Input; key: string; ends: ActionCallbacks<Done> }) => run(input, key),
    onSuccess: (done, { ends }) => {
      press.current = undefined
      if (!isSilent) showDone(says ? { ...outcome, done: says(done) } : outcome)
      ends.onDone?.(done)
    },
    onError: (failure, { ends }) => {
      if (!mayHaveActed(failure)) press.current = undefined
      showFailed(outcome, failure)
      ends.onRefused?.(failure)
    },
    // After a refusal the next press is possible at once. After a success the new data is shown first.
    onSettled: async (_done, failure) => {
      const reloaded = Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      if (!failure) await reloaded
      running.current = false
    },
  })
  const act = (input: Input, ends: ActionCallbacks<Done> = {}) => {
    // Two presses can arrive before the button is drawn as busy.
    if (running.current) return
    running.current = true
    const text = JSON.stringify(input ?? null)
    const key = press.current?.input === text ? press.current.key : newKey()
    press.current = { key, input: text }
    mutate({ input, key, ends })
  }
  return { act, isPending, refusal: error ? failureText(outcome, error) : undefined, forget: reset }
}

function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `action-${Date.now().toString(36)}-${part()}-${part()}`
}
