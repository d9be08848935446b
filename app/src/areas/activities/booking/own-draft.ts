import { useEffect } from 'react'
import { draftOf, type SlotDraft } from './draft'
import type { DraftStore } from './draft-store'

/** Empties a draft that another person began on this device. */
export function useOwnDraft<D extends SlotDraft>(store: DraftStore<D>, userId: string): void {
  useEffect(() => {
    if (userId !== '') store.keep(draftOf(store.current(), userId, store.empty))
  }, [store, userId])
}
