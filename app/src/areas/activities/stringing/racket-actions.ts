import type { Racket, RacketForm } from '@paidang/api/areas/stringing'
import * as stringing from '@paidang/api/areas/stringing'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useAction } from '../../../platform/use-action'

const CHANGED = [STRINGING_KEY]

/** A racket as it was on the screen. */
type Shown = Pick<Racket, 'id' | 'revision'>

/** Saves a new racket, or the changed one that was shown. */
export function useSaveRacket(shown: Shown | undefined) {
  return useAction({
    endpoint: stringing.createRacket,
    stale: CHANGED,
    run: (body: RacketForm, idempotencyKey) =>
      shown
        ? call(
            stringing.updateRacket,
            { params: { id: shown.id }, body: { ...body, revision: shown.revision } },
            { idempotencyKey },
          )
        : call(stringing.createRacket, { body }, { idempotencyKey }),
  })
}

/** Deletes a racket. */
export function useDeleteRacket({ id, revision }: Shown) {
  return useAction({
    endpoint: stringing.deleteRacket,
    stale: CHANGED,
    run: (_nothing: undefined, idempotencyKey) =>
      call(stringing.deleteRacket, { params: { id }, query: { revision } }, { idempotencyKey }),
  })
}
