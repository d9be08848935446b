import { useLate } from '../../../platform/use-late'
import { Awaited } from '../../../ui/late-page'
import { CoachHomeSkeleton } from './parts/coach-home-skeleton'

/** The path is that from the page of home. */
const load = async () => {
  const { CoachHome: Body } =
    await __non_webpack_require__.async<typeof import('./coach-home-view')>('../login/coach-home.js')
  return Body
}

/** The home page of a coach. Only coaches download it before they see home. */
export function CoachHome() {
  const { part: Body, hasFailed, retry } = useLate(load)
  if (Body) return <Body />
  return (
    <Awaited hasFailed={hasFailed} retry={retry}>
      <CoachHomeSkeleton />
    </Awaited>
  )
}
