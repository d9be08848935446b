import { useEffect } from 'react'
import { draftOf, type SlotDraft } from './draft'
import type { DraftStore } from './draft-store'

/** What another person on this device had begun is not his. */
export function useOwnDraft<D extends SlotDraft>(store: DraftStore<D>, userId: string): void {
  useEffect(() => {
    if (userId !== '') store.keep(draftOf(store.current(), userId, store.empty))
  }, [store, userId])
}
