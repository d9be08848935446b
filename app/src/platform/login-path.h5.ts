import { loginH5Path } from '../paths'

/** The log-in page of this platform. */
export const loginPath = loginH5Path
