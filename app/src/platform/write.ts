import type { Answer, Endpoint, Input, Outcome } from '@paidang/api/endpoint'
import { type Query, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, randomKey } from './call'
import { fromHere, isPageLeft } from './navigate'
import { mayHaveActed, NetworkError } from './network-error'
import { failureText, showDone, showFailed, showToast } from './toast'

type Options<Wish, Done> = {
  /** What it may change: read again afterwards. After a refusal too, because the data on screen was stale. */
  stale: readonly QueryKey[]
  /** Whether that is stale after this end. */
  isStale?: (failure: Error | null) => boolean
  /** The words, if the endpoint's own ones do not fit. They may depend on the failure and the wish. */
  outcome?: Outcome | ((failure: Error | null, wish: Wish | undefined) => Outcome)
  /** Says why there is nothing to send; undefined when there is. */
  whyNot?: (wish: Wish) => string | undefined
  /** Shows no message, because the next screen shows the success. */
  isSilent?: boolean
  /** The message, if the endpoint's own one is not specific enough; undefined for none. */
  says?: ((done: Done, wish: Wish) => string | undefined) | undefined
  /** Takes a failure in place of the toast, for a form that shows it. */
  refused?: (failure: Error, wish: Wish) => void
  /** Keeps the answer for the screen before anything is read again. */
  keep?: (done: Done, wish: Wish) => unknown
  /** Further presses are not ignored: they wait for their turn, or run at the same time. */
  isQueued?: boolean
  isParallel?: boolean
}

type Ends<Done> = {
  /** At once after a success. */
  onDone?: (done: Done) => void
  /** After a success, when the new data is on the screen, if the page is still there. */
  onShown?: (done: Done) => void
  /** At once after a failure. */
  onRefused?: (failure: Error) => void
}

type Write<Wish, Done> = {
  /** Resolves to whether it succeeded, when the new data is on the screen. A press during another one fails. */
  act: (wish: Wish, ends?: Ends<Done>) => Promise<boolean>
  isPending: boolean
  /** The last wish, and its answer. */
  wish: Wish | undefined
  answer: Done | undefined
  error: Error | null
  /** The words of the last failure, for a sheet that stays open. */
  refusal: string | undefined
  /** Forgets the last failure and its key: the question is opened again. */
  forget: () => void
}

/** Runs what follows. It navigates nowhere if the user has gone elsewhere since the press. */
type GoOn = ReturnType<typeof fromHere>

/** The words of an endpoint without own ones. */
const UNSAID: Outcome = { failed: '操作失败' }

/** In place of a failure that nobody reported, where what was read again is other than at the press. */
const UNANSWERED = '没有收到结果，页面没变的话请重试'

/** What is on screen of the data that a press may change. */
type Before = { query: Query; data: unknown }[]

/**
 * Calls an endpoint that changes something. It shows the result, and reads again what it may have changed. The second
 * of two quick presses does nothing. The same press after a lost answer reuses the idempotency key, so that the
 * server acts once. `input` makes the endpoint's input of what the screen gives; `send` makes the call itself. What
 * follows navigates only if the user is still on the page of the press.
 */
export function useWrite<E extends Endpoint, Wish = void>(
  endpoint: E,
  options: Options<Wish, Answer<E>> & { input: (wish: Wish) => Input<E> },
): Write<Wish, Answer<E>>
export function useWrite<Wish, Done>(
  endpoint: Pick<Endpoint, 'outcome'>,
  options: Options<Wish, Done> & { send: (wish: Wish, idempotencyKey: string) => Promise<Done> },
): Write<Wish, Done>
export function useWrite<E extends Endpoint>(
  endpoint: E,
  options: Options<Input<E>, Answer<E>>,
): Write<Input<E>, Answer<E>>
export function useWrite<Wish, Done>(
  endpoint: Pick<Endpoint, 'outcome'> & Partial<Endpoint>,
  {
    stale,
    isStale = () => true,
    outcome = endpoint.outcome ?? UNSAID,
    whyNot,
    isSilent = false,
    says,
    refused,
    keep,
    isQueued = false,
    isParallel = false,
    input = (wish) => wish as Input<Endpoint>,
    send,
  }: Options<Wish, Done> & {
    input?: (wish: Wish) => Input<Endpoint>
    send?: (wish: Wish, idempotencyKey: string) => Promise<Done>
  },
): Write<Wish, Done> {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const press = useRef<{ key: string; text: string }>()
  const words = (failure: Error | null, wish?: Wish) =>
    typeof outcome === 'function' ? outcome(failure, wish) : outcome
  const { mutateAsync, isPending, data, error, reset, variables } = useMutation({
    // An answer may hold what must not outlive the page.
    gcTime: 0,
    ...(isQueued && { scope: { id: stale.join() } }),
    mutationFn: ({ wish, key }: { wish: Wish; key: string; ends: Ends<Done>; goOn: GoOn; before: Before }) =>
      send ? send(wish, key) : (call(endpoint as Endpoint, input(wish), { idempotencyKey: key }) as Promise<Done>),
    async onSuccess(done, { wish, ends, goOn }) {
      press.current = undefined
      if (!isSilent) showDone(says ? { ...words(null, wish), done: says(done, wish) } : words(null, wish))
      await goOn(() => keep?.(done, wish))
      goOn(() => ends.onDone?.(done))
    },
    onError(failure, { wish, ends, goOn }) {
      if (!mayHaveActed(failure)) press.current = undefined
      if (refused) goOn(() => refused(failure, wish))
      else showFailed(words(failure, wish), failure)
      goOn(() => ends.onRefused?.(failure))
    },
    // After a refusal the next press is possible at once. After a success the new data is shown first.
    async onSettled(_done, failure, { goOn, before }) {
      const keys = isStale(failure) ? stale : []
      const reloaded = Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      if (!failure) await reloaded
      running.current = false
      if (refused || !(failure instanceof NetworkError)) return
      void reloaded.then(() => {
        const isOther = before.some(({ query, data }) => query.state.data !== data)
        if (isOther && !goOn(isPageLeft)) showToast(UNANSWERED)
      })
    },
  })
  const act = (wish: Wish, ends: Ends<Done> = {}): Promise<boolean> => {
    const reason = whyNot?.(wish)
    if (reason !== undefined) showToast(reason, { tone: 'failed' })
    // Two presses can arrive before the button is drawn as busy.
    if (reason !== undefined || (running.current && !isQueued && !isParallel)) return Promise.resolve(false)
    const text = JSON.stringify((send ? wish : input(wish)) ?? null)
    running.current = true
    const key = press.current?.text === text ? press.current.key : randomKey()
    press.current = { key, text }
    const goOn = fromHere()
    const before = stale
      .flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey, type: 'active' }))
      .map((query) => ({ query, data: query.state.data }))
    return mutateAsync(
      { wish, key, ends, goOn, before },
      { onSuccess: (done) => goOn(() => ends.onShown?.(done)) },
    ).then(
      () => true,
      // The failure was shown already.
      () => false,
    )
  }
  const forget = () => {
    press.current = undefined
    reset()
  }
  const refusal = error ? failureText(words(error, variables?.wish), error) : undefined
  return { act, isPending, wish: variables?.wish, answer: data, error, refusal, forget }
}
