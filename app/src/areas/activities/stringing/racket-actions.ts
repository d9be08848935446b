import type { RacketForm } from '@paidang/api/areas/stringing'
import * as stringing from '@paidang/api/areas/stringing'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useAction } from '../../../platform/use-action'

const CHANGED = [STRINGING_KEY]

/** Saves a new racket, or with `id` a changed one. */
export function useSaveRacket(id: string | undefined) {
  return useAction({
    endpoint: stringing.createRacket,
    stale: CHANGED,
    run: (body: RacketForm, idempotencyKey) =>
      id === undefined
        ? call(stringing.createRacket, { body }, { idempotencyKey })
        : call(stringing.updateRacket, { params: { id }, body }, { idempotencyKey }),
  })
}

/** Deletes a racket. */
export function useDeleteRacket(id: string) {
  return useAction({
    endpoint: stringing.deleteRacket,
    stale: CHANGED,
    run: (_nothing: undefined, idempotencyKey) => call(stringing.deleteRacket, { params: { id } }, { idempotencyKey }),
  })
}
