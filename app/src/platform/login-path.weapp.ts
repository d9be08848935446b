import { loginWeappPath } from '../paths'

/** Where one logs in on this platform. */
export const loginPath = loginWeappPath
