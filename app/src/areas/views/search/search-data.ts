import * as home from '@paidang/api/areas/home'
import { useState } from 'react'
import { useRead } from '../../../platform/read'
import { readStored, store, unstore } from '../../../platform/storage'

/** The maximum length that the call takes. */
const MAX_KEYWORD = 40
/** How many search words the device stores. */
const MAX_RECENT = 8

/** The results for a text; nothing is fetched for blanks. Earlier results stay until the new answer arrives. */
export function useSearch(typed: string) {
  const keyword = typed.trim().slice(0, MAX_KEYWORD)
  return useRead(['search'], home.searchAll, keyword === '' ? null : { query: { keyword } }, { keepsOld: true })
}

/** The search words on this device, the latest first. */
export function useRecentSearches() {
  const [words, setText] = useState(() => readStored<string[]>('searches') ?? [])
  return {
    words,
    remember(typed: string) {
      const word = typed.trim()
      if (word === '') return
      const next = [word, ...words.filter((other) => other !== word)].slice(0, MAX_RECENT)
      store('searches', next)
      setText(next)
    },
    forgetAll() {
      unstore('searches')
      setText([])
    },
  }
}
