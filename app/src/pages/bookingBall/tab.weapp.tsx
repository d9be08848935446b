import { LatePage } from '../../ui/late-page'

type Body = typeof import('../../areas/activities/balls/ball-list-view')

/** The tabs, and games. */
const HEIGHTS = [44, 150, 150, 150]

const load = async () => {
  const { BallListView } = await __non_webpack_require__.async<Body>('../../bookingBall/tab.js')
  return BallListView
}

export function Tab() {
  return <LatePage title="约球" heights={HEIGHTS} load={load} tab />
}
