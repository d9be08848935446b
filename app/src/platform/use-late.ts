import { useEffect, useRef, useState } from 'react'
import { usePageShown } from './use-page-shown'

/** A part that a sub-package of the mini-program holds, fetched when this first renders. It begins on a page on top. */
export function useLate<Part>(load: () => Promise<Part>) {
  const [fetched, setFetched] = useState<{ part: Part }>()
  const [hasFailed, setHasFailed] = useState(false)
  const isShown = usePageShown()
  // What a page sets when it begins, as the title, is of the page on top.
  const hasBegun = useRef(false)
  hasBegun.current ||= fetched !== undefined && isShown
  const retry = () => {
    setHasFailed(false)
    load().then(
      (part) => setFetched({ part }),
      () => setHasFailed(true),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; again by a retry
  useEffect(retry, [])
  return { part: hasBegun.current ? fetched?.part : undefined, hasFailed, retry }
}
