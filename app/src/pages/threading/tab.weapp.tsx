import { LatePage } from '../../ui/late-page'

type Body = typeof import('../../areas/activities/stringing/merchant-list-view')

/** The racket, and shops. */
const HEIGHTS = [128, 132, 132, 132]

const load = async () => {
  const { MerchantListView } = await __non_webpack_require__.async<Body>('../../threading/tab.js')
  return MerchantListView
}

export function Tab() {
  return <LatePage title="穿线" heights={HEIGHTS} load={load} tab />
}
