import { LatePage } from '../../ui/late-page'

type Body = typeof import('../../areas/views/my/my-view')

/** Cards, the wallet and the entries. */
const HEIGHTS = [120, 200, 160]

const load = async () => {
  const { MyView } = await __non_webpack_require__.async<Body>('../user_card/tab.js')
  return MyView
}

export function Tab() {
  return <LatePage title="我的" heights={HEIGHTS} load={load} tab hero />
}
