import { loginH5Path } from '../paths'

/** Where one logs in on this platform. */
export const loginPath = loginH5Path
