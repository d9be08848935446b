import { lazy, Suspense } from 'react'
import { CoachHomeSkeleton } from './parts/coach-home-skeleton'

// Only coaches download it. For them early.js asks for it while the app loads.
const Loaded = lazy(async () => ({ default: (await import('./coach-home-view')).CoachHome }))

/** The home page of a coach. */
export function CoachHome() {
  return (
    <Suspense fallback={<CoachHomeSkeleton />}>
      <Loaded />
    </Suspense>
  )
}
