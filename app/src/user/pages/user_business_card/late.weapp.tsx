import { LatePage } from '../../../ui/late-page'

type Body = typeof import('../../../areas/views/business-cards/business-card-view')

/** The card, and its fields. */
const HEIGHTS = [220, 320]

const load = async () => {
  const { BusinessCardView } = await __non_webpack_require__.async<Body>('../../../pages/user_card/edit.js')
  return BusinessCardView
}

export function BusinessCard() {
  return <LatePage title="我的名片" heights={HEIGHTS} load={load} />
}
