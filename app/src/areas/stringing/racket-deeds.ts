import type { RacketForm } from '@paidang/api/areas/stringing'
import * as stringing from '@paidang/api/areas/stringing'
import { call } from '../../platform/call'
import { useDeed } from '../../platform/use-deed'
import { STRINGING_KEY } from './merchant-data'

const CHANGED = [STRINGING_KEY]

/** Keeps a new racket, or with `id` one that was changed. */
export function useSaveRacket(id: string | undefined) {
  return useDeed({
    endpoint: stringing.createRacket,
    stale: CHANGED,
    run: (body: RacketForm, idempotencyKey) =>
      id === undefined
        ? call(stringing.createRacket, { body }, { idempotencyKey })
        : call(stringing.updateRacket, { params: { id }, body }, { idempotencyKey }),
  })
}

/** Puts a racket away. */
export function useDeleteRacket(id: string) {
  return useDeed({
    endpoint: stringing.deleteRacket,
    stale: CHANGED,
    run: (_nothing: undefined, idempotencyKey) => call(stringing.deleteRacket, { params: { id } }, { idempotencyKey }),
  })
}
