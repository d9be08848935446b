import type { Outcome } from '@paidang/api/endpoint'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { NetworkError } from './network-error'
import { failureText, showDone, showFailed } from './toast'

type Deed<Wanted, Done> = {
  endpoint: { outcome: Outcome }
  /** What it may change: read again after it, and after a refusal too, which means that what was shown is stale. */
  stale: readonly QueryKey[]
  run: (wanted: Wanted, idempotencyKey: string) => Promise<Done>
  /** What follows says that it was done. */
  isSilent?: boolean
  /** What it says of itself, where the endpoint's own sentence leaves out what became of something. */
  says?: ((done: Done) => string) | undefined
}

type Ends<Done> = { onDone?: (done: Done) => void; onRefused?: (error: Error) => void }

/**
 * A deed with its own busy flag: it says how it ended and reloads what it may have changed. The second of two quick presses does
 * nothing, and the same press after an answer that never came has the key of the first one, so that the server does it once.
 * `refusal` is the sentence of the last failure, for a sheet that stays open.
 */
export function useDeed<Wanted, Done>({
  endpoint: { outcome },
  stale,
  run,
  isSilent = false,
  says,
}: Deed<Wanted, Done>) {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const press = useRef<{ key: string; wanted: string }>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ wanted, key }: { wanted: Wanted; key: string; ends: Ends<Done> }) => run(wanted, key),
    onSuccess: (done, { ends }) => {
      press.current = undefined
      if (!isSilent) showDone(says ? { ...outcome, done: says(done) } : outcome)
      ends.onDone?.(done)
    },
    onError: (failure, { ends }) => {
      if (!(failure instanceof NetworkError)) press.current = undefined
      showFailed(outcome, failure)
      ends.onRefused?.(failure)
    },
    // Who is refused may press again at once; what was done is shown before the next press.
    onSettled: async (_done, failure) => {
      const reloaded = Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      if (!failure) await reloaded
      running.current = false
    },
  })
  const act = (wanted: Wanted, ends: Ends<Done> = {}) => {
    // Two presses can arrive before the button is drawn busy.
    if (running.current) return
    running.current = true
    const text = JSON.stringify(wanted ?? null)
    const key = press.current?.wanted === text ? press.current.key : newKey()
    press.current = { key, wanted: text }
    mutate({ wanted, key, ends })
  }
  return { act, isPending, refusal: error ? failureText(outcome, error) : undefined, forget: reset }
}

function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `deed-${Date.now().toString(36)}-${part()}-${part()}`
}
