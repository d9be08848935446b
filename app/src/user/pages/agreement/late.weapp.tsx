import { LatePage } from '../../../ui/late-page'

/** One text. */
const HEIGHTS = [480]

const load = async () => {
  const { AgreementBody } = await __non_webpack_require__.async<typeof import('./body')>(
    '../../../pages/login/agreement.js',
  )
  return AgreementBody
}

export function Agreement() {
  return <LatePage title="协议" heights={HEIGHTS} load={load} />
}
