import { LatePage } from '../../../ui/late-page'

type Body = typeof import('../../../areas/people/auth/register-view')

/** The form. */
const HEIGHTS = [320]

const load = async () => {
  const { RegisterView } = await __non_webpack_require__.async<Body>('../../../pages/login/register.js')
  return RegisterView
}

export function Register() {
  return <LatePage title="注册" heights={HEIGHTS} load={load} hero />
}
