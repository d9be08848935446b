/** The public origin of the server: as configured, else the origin of the app itself. */
export const serverOrigin = (): string => API_ORIGIN || window.location.origin
