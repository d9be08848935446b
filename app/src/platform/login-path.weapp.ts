import { loginWeappPath } from '../paths'

/** The log-in page of this platform. */
export const loginPath = loginWeappPath
