import { LatePage } from '../../ui/late-page'

/** The picks, the contract and the grid. */
const HEIGHTS = [64, 64, 420]

const load = async () => {
  const { BookingClassBody } = await __non_webpack_require__.async<typeof import('./body')>('../booking/tab.js')
  return BookingClassBody
}

export function Tab() {
  return <LatePage title="约课" heights={HEIGHTS} load={load} tab />
}
